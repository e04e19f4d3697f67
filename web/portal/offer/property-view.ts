import { toMediaType, type UnitStatus, unitStatuses } from '#contract/catalogue/kinds.ts';
import { hasSiteVisit } from '#contract/catalogue/verification.ts';
import { href } from '#contract/kernel/screen.ts';
import { parseFrameUrl } from '#contract/media/frames.ts';
import { publicVerificationCheckLabels } from '#contract/portal/labels.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import type { AgentCard, PublicMedia, PublicProperty, PublicUnitRow } from '#contract/search/shapes.ts';
import { formatDuration } from '#web/layout/duration.ts';
import { formatPricePeriod, getLocalizedName } from '#web/portal/card/card-view.ts';
import { formatDate, formatKes, type Locale, phone } from '#web/ui/format.ts';
import { getStatusDefinition, TONE_STYLES } from '#web/ui/status-table.ts';
import { m } from '#words/messages.js';
import { formatAvailability } from './offer-view.ts';

/** View data shared by the pages of a property and of its units. */
export type MediaView = Pick<PublicMedia, 'id' | 'src' | 'webp' | 'avif' | 'width' | 'height' | 'colour' | 'alt' | 'url' | 'caption'> & {
  readonly kind: ReturnType<typeof toMediaType>;
  /** The frame URL of an externally hosted video or tour; null if it can only be linked. */
  readonly frame: string | null;
};
export const toMediaView = (media: readonly PublicMedia[]): MediaView[] =>
  media.map(({ id, src, webp, avif, width, height, colour, alt, url, caption, media_type }) => ({
    id,
    src,
    webp,
    avif,
    width,
    height,
    colour,
    alt,
    url,
    caption,
    kind: toMediaType(media_type),
    frame: url === null || url.startsWith('/') ? null : parseFrameUrl(url),
  }));

export function makeGalleryLabels(media: readonly MediaView[]) {
  const films = media.filter((one) => one.kind === 'video').length;
  return {
    photos: m.portal_photos({ count: media.filter((one) => one.kind === 'image').length }),
    films: films > 0 ? m.portal_with_video() : null,
    tour: m.portal_with_tour(),
    plan: m.portal_with_plan(),
    gallery: m.portal_gallery(),
    close: m.shell_close(),
    previous: m.portal_photo_previous(),
    next: m.portal_photo_next(),
  };
}
export type GalleryLabels = ReturnType<typeof makeGalleryLabels>;

export const getPropertyHref = (property: Pick<PublicProperty, 'id' | 'slug'>): string =>
  href(portalPublicScreens.property, { id: property.id, slug: property.slug });
export const getUnitHref = (property: Pick<PublicProperty, 'id' | 'slug'>, unit: Pick<PublicUnitRow, 'id' | 'slug'>): string =>
  href(portalPublicScreens.unit, { id: property.id, slug: property.slug, unit_id: unit.id, unit_slug: unit.slug });

export function makeBreadcrumbs(property: Pick<PublicProperty, 'id' | 'slug' | 'name' | 'places'>, last?: string) {
  const places = property.places.filter((one) => one.kind === 'county' || one.kind === 'estate' || one.kind === 'ward').slice(0, 3);
  return [
    { label: m.portal_homes(), href: '/listings' },
    ...places.map((place) => ({ label: place.name, href: `/listings?place=${place.id}` })),
    last === undefined ? { label: property.name } : { label: property.name, href: getPropertyHref(property) },
    ...(last === undefined ? [] : [{ label: last }]),
  ];
}

export function formatPropertyLocation(property: Pick<PublicProperty, 'places' | 'address' | 'exact'>): string {
  const county = property.places.find((one) => one.kind === 'county')?.name;
  const small = property.places.at(-1)?.name;
  return [...new Set([property.address, small, county].filter(Boolean))].join(', ');
}

/** Most unit names include the block already: B4 of block B. */
export const getUnitDisplayName = ({ block, name }: Pick<PublicUnitRow, 'block' | 'name'>): string =>
  block === '' || name.toLowerCase().startsWith(block.toLowerCase()) ? name : `${block} ${name}`;

export function toUnitRowView(property: Pick<PublicProperty, 'id' | 'slug'>, unit: PublicUnitRow, today: string, locale: Locale) {
  const { tone, ...label } = getStatusDefinition('unit', unitStatuses[unit.status as UnitStatus] ?? unit.status);
  const offered = unit.offer !== null;
  return {
    id: unit.id,
    href: offered ? getUnitHref(property, unit) : null,
    name: getUnitDisplayName(unit),
    type: getLocalizedName(unit.type, locale),
    typeCode: unit.type.code,
    size: unit.area_m2 ? `${unit.area_m2} m²` : '',
    floor: unit.floor === null ? '' : unit.floor === 0 ? m.portal_ground_floor() : m.portal_floor({ floor: unit.floor }),
    price: unit.offer ? formatKes(unit.offer.price_cents) : '',
    per: unit.offer ? formatPricePeriod(unit.offer.price_period) : '',
    status: unit.status,
    badge: { label: label[locale], ...TONE_STYLES[tone] },
    available: offered ? formatAvailability(unit.offer?.available_from ?? null, today, locale) : '',
  };
}
export type UnitRowView = ReturnType<typeof toUnitRowView>;

export const getUnitTableLabels = () => ({
  unit: m.portal_unit(),
  type: m.portal_unit_type(),
  size: m.portal_area_size(),
  floor: m.portal_floor_head(),
  price: m.portal_price(),
  status: m.portal_status(),
  available: m.portal_available(),
  view: m.portal_view(),
});
export type UnitTableLabels = ReturnType<typeof getUnitTableLabels>;

const groupNames: Readonly<Record<string, () => string>> = {
  water: m.portal_group_water,
  power: m.portal_group_power,
  net: m.portal_group_net,
  security: m.portal_group_security,
  parking: m.portal_group_parking,
  building: m.portal_group_building,
  home: m.portal_group_home,
  near: m.portal_group_near,
};
export function groupAmenities(amenities: PublicProperty['amenities'], locale: Locale) {
  const groups = Map.groupBy(amenities, (one) => one.grouped);
  return [...groups].map(([group, all]) => ({
    title: groupNames[group]?.() ?? m.portal_group_other(),
    items: all.map((one) => getLocalizedName(one, locale)),
  }));
}

const wayNames = { site: m.portal_check_on_site, papers: m.portal_check_from_papers } as const;

/** The checks with date and method; "visited" only after a site visit. */
export function toVerificationView(it: PublicProperty['verification'], locale: Locale) {
  if (!it) return null;
  const at = formatDate(it.at, locale);
  const visited = hasSiteVisit(it.checks);
  const said = it.by
    ? (visited ? m.portal_visited_by : m.portal_checked_by)({ name: it.by, date: at })
    : (visited ? m.portal_visited_on : m.portal_checked_on)({ date: at });
  return {
    short: m.portal_verified_on({ date: at }),
    text: it.expires_at ? `${said} ${m.portal_checked_until({ date: formatDate(it.expires_at, locale) })}` : said,
    checks: it.checks.map(({ what, way }) => m.portal_check_line({ what: publicVerificationCheckLabels[what](), way: wayNames[way]() })),
  };
}

export function toAgentCardView(agent: AgentCard | null, about: string, url: string) {
  if (!agent) return null;
  const text = m.portal_whatsapp_text({ about, url });
  return {
    id: agent.id,
    name: agent.name,
    image: agent.image,
    href: `/agents/${agent.id}/${agent.slug}`,
    line: [
      agent.company,
      agent.earb_reg_no ? `EARB ${agent.earb_reg_no}` : '',
      agent.answer_minutes === null ? '' : m.portal_answers_in({ time: formatDuration(agent.answer_minutes) }),
    ]
      .filter(Boolean)
      .join(' · '),
    whatsapp: agent.phone
      ? { href: `https://wa.me/${agent.phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`, label: m.portal_whatsapp({ name: agent.name }) }
      : null,
    call: agent.phone ? { href: `tel:${agent.phone}`, label: phone(agent.phone), says: m.portal_call({ name: agent.name }) } : null,
  };
}
export type AgentCardView = NonNullable<ReturnType<typeof toAgentCardView>>;

export const toShareView = (url: string, title: string) => ({
  url,
  title,
  share: m.portal_share(),
  copy: m.portal_copy_link(),
  copied: m.portal_copied(),
  whatsapp: { label: m.portal_share_whatsapp(), href: `https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}` },
});
export type ShareView = ReturnType<typeof toShareView>;

export const getEnquiryLabels = (about: string, title = m.portal_enquire_title()) => ({
  title,
  name: m.portal_enquire_name(),
  phone: m.portal_enquire_phone(),
  email: m.portal_enquire_email(),
  optional: m.shell_optional(),
  message: m.portal_enquire_message(),
  text: m.portal_enquire_text({ about }),
  mayCall: m.portal_enquire_may_call(),
  send: m.portal_enquire_send(),
  sent: m.portal_enquire_sent(),
  sentCall: m.portal_enquire_sent_call(),
  talk: m.portal_enquire_talk(),
  failed: m.portal_enquire_failed(),
  free: m.portal_enquire_free(),
  tour: m.portal_book_tour(),
});
export type EnquiryLabels = ReturnType<typeof getEnquiryLabels>;
