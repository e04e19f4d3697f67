import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { county, day, days, filters, held, id, list, moment, page, pageSize, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { phone } from '#contract/kernel/phone.ts';
import { amount } from '#contract/money/schema.ts';
import { bookAhead, placements } from './kinds.ts';
import { featuredMachine } from './machine.ts';

const base = '/api/v2/featured' as const;
const byId = z.object({ id });
const keepers = { only: ['admin', 'superadmin'], with: ['featured_properties', 'edit'] } as const;
/** Who pays: a company, never the platform for it. */
const buyers = { only: ['owner', 'agent', 'dealer', 'staff'], with: ['featured_properties', 'create'] } as const;
const placement = z.enum(placements);

const fields = {
  name: line.min(1).max(80),
  placement,
  /** Null: the whole country. */
  location_id: id.nullable(),
  day_cents: amount(100_000_000),
  slots: z.number().int().min(1).max(50),
  max_days: z.number().int().min(1).max(365),
  active: z.boolean(),
  /** Somebody of the platform looks at each request before it can be paid. */
  approval: z.boolean(),
};
const { name, day_cents, ...others } = fields;

export const FeaturedProduct = z.object({
  id: z.number(),
  name: z.string(),
  placement,
  location_id: z.number().nullable(),
  place: z.string().nullable(),
  day_cents: z.number(),
  slots: z.number(),
  max_days: z.number(),
  active: z.boolean(),
  approval: z.boolean(),
  revision: z.number(),
  /** Bookings that run today. */
  running: z.number(),
});
export type FeaturedProduct = z.output<typeof FeaturedProduct>;

export const FeaturedHead = z.object({
  id: z.number(),
  code: z.string(),
  status: stateSchema(featuredMachine),
  product: z.string(),
  placement,
  place: z.string().nullable(),
  listing: z.string(),
  property: z.string(),
  ...held,
  starts_on: day,
  ends_on: day,
  /** When it stopped, if that was not its last day. */
  ended_on: day.nullable(),
  /** Without VAT, and the VAT on it. */
  price_cents: z.number(),
  vat_cents: z.number(),
  total_cents: z.number(),
  /** Its days are held until then for who is about to pay. */
  hold_until: moment.nullable(),
  impressions: z.number(),
  clicks: z.number(),
  enquiries: z.number(),
  created_at: moment,
});
export type FeaturedHead = z.output<typeof FeaturedHead>;

export const FeaturedFull = FeaturedHead.extend({
  listing_id: z.number(),
  listing_status: z.string(),
  property_id: z.number(),
  property_code: z.string(),
  days: z.number(),
  payment_note: z.string(),
  waived: z.boolean(),
  paid_by: z.enum(['wallet', 'mpesa', 'hand']).nullable(),
  /** What came back for days that were not had, VAT in it. */
  returned_cents: z.number(),
  /** Of those who saw it, how many opened it, in hundredths of a percent. */
  click_rate: z.number().nullable(),
  status_reason: z.string(),
  cost_per_click: z.number().nullable(),
  cost_per_enquiry: z.number().nullable(),
  requested_by: z.string().nullable(),
  moves: z.array(moveSchema(featuredMachine)),
  /** The caller's company may pay it now. */
  payable: z.boolean(),
});
export type FeaturedFull = z.output<typeof FeaturedFull>;

const note = z.string().trim().min(3).max(300);

export const featuredCalls = {
  products: call({
    method: 'GET',
    path: `${base}/all_products/`,
    summary: 'What can be booked: all of it for those who keep it, what is on sale for everybody else',
    needs: ['featured_properties', 'read'],
    query: z.object({ page, page_size: pageSize }),
    result: list(FeaturedProduct),
    fails: [],
  }),
  productCreate: call({
    method: 'POST',
    path: `${base}/create_product/`,
    summary: 'Put a featured place on sale',
    needs: keepers,
    body: z.strictObject({ name, day_cents, ...others }).partial({ active: true, location_id: true, approval: true }),
    result: FeaturedProduct,
    fails: [],
    document: 'featured_properties',
  }),
  productUpdate: call({
    method: 'PATCH',
    path: `${base}/update_product/`,
    summary: 'Change a featured place or take it off sale; what is booked stays as it was agreed',
    needs: keepers,
    query: byId,
    body: z.strictObject({ ...z.object(fields).partial().shape, revision: z.number().int().optional() }),
    result: FeaturedProduct,
    fails: ['notFound', 'conflict'],
    document: 'featured_properties',
  }),
  choices: call({
    method: 'GET',
    path: `${base}/choices/`,
    summary: 'Offers on show that the caller may feature, and the products each fits',
    needs: ['featured_properties', 'create'],
    result: z.object({
      results: z.array(z.object({ id: z.number(), title: z.string(), property: z.string(), products: z.array(z.number()) })),
    }),
    fails: [],
  }),
  calendar: call({
    method: 'GET',
    path: `${base}/calendar/`,
    summary: 'Free slots of a product, day by day',
    needs: ['featured_properties', 'read'],
    query: z.object({ id, from: day, days: z.coerce.number().int().min(1).max(bookAhead).default(31) }),
    result: z.object({ slots: z.number(), days: z.array(z.object({ day, free: z.number() })) }),
    fails: ['notFound'],
  }),
  all: call({
    method: 'GET',
    path: `${base}/all_bookings/`,
    summary: 'Bookings of one’s company; all of them for the platform',
    needs: ['featured_properties', 'read'],
    query: z.object({
      page,
      page_size: pageSize,
      tabs,
      sort: sortBy(['starts_on', 'created_at', 'price_cents', 'impressions', 'clicks'], '-created_at'),
      z_filter: filters({
        q: searchText,
        status: stateSchema(featuredMachine),
        placement,
        company_id: id,
        region: county,
        /** On show on one of them. */ ...days,
      }),
    }),
    result: list(FeaturedHead),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/booking_details/`,
    summary: 'One booking and what it brought',
    needs: ['featured_properties', 'read'],
    query: byId,
    result: FeaturedFull,
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: `${base}/request_booking/`,
    summary: 'Ask for a featured place on certain days; they are held until it is paid, for a quarter of an hour',
    needs: ['featured_properties', 'create'],
    body: z.strictObject({
      product_id: id,
      listing_id: id,
      starts_on: day,
      ends_on: day,
      /** The quote that was seen; another price by now is told before anything is booked. */
      total_cents: amount().optional(),
    }),
    result: FeaturedFull,
    fails: ['notFound', 'conflict'],
    document: 'featured_properties',
  }),
  move: call({
    method: 'PATCH',
    path: `${base}/change_booking_status/`,
    summary: 'Approve, cancel or stop a booking; days that were paid and not had come back as credit',
    needs: ['featured_properties', 'edit'],
    query: byId,
    body: z.strictObject({ move: z.enum(['approve', 'cancel', 'stop']), reason: z.string().trim().max(300).default('') }),
    result: FeaturedFull,
    fails: ['notFound', 'forbidden', 'wrongState'],
    toast: 'statusUpdated',
    document: 'featured_properties',
  }),
  toPay: call({
    method: 'GET',
    path: `${base}/to_pay/`,
    summary: 'What a booking costs and the ways its company can pay it now',
    needs: buyers,
    query: byId,
    result: z.object({
      total_cents: z.number(),
      hold_until: moment.nullable(),
      /** Credit first, then collected rent that may be used; both nothing while the wallet is frozen. */
      credit_cents: z.number(),
      rent_cents: z.number(),
      frozen: z.boolean(),
      mpesa: z.boolean(),
      /** What a phone is asked for: whole shillings. */
      push_cents: z.number(),
      phone: z.string().nullable(),
    }),
    fails: ['notFound'],
  }),
  payWallet: call({
    method: 'PATCH',
    path: `${base}/pay_from_wallet/`,
    summary: 'Pay a booking with the company’s credit, and with collected rent where that is not enough',
    needs: buyers,
    query: byId,
    body: z.strictObject({ total_cents: amount() }),
    result: FeaturedFull,
    fails: ['notFound', 'wrongState', 'conflict'],
    toast: 'statusUpdated',
    document: 'featured_properties',
  }),
  payPhone: call({
    method: 'PATCH',
    path: `${base}/pay_by_phone/`,
    summary: 'Have a phone asked for the price of a booking by M-Pesa; it is booked once the money has come',
    needs: buyers,
    query: byId,
    body: z.strictObject({ total_cents: amount(), phone }),
    result: z.object({ code: z.string() }),
    fails: ['notFound', 'wrongState', 'conflict', 'tooMany'],
    document: 'featured_properties',
  }),
  pay: call({
    method: 'PATCH',
    path: `${base}/record_payment/`,
    summary: 'Note that a booking was paid to the platform’s bank, with the reference, or that it costs nothing, with the reason',
    needs: keepers,
    query: byId,
    body: z.strictObject({ waived: z.boolean(), note }),
    result: FeaturedFull,
    fails: ['notFound', 'wrongState'],
    toast: 'statusUpdated',
    document: 'featured_properties',
  }),
  shown: call({
    method: 'POST',
    path: `${base}/shown/`,
    summary: 'Featured cards came into somebody’s sight, each once a page; so many pages a visitor in half an hour',
    needs: 'anyone',
    body: z.strictObject({ ids: z.array(id).min(1).max(24) }),
    result: z.object({ counted: z.number() }),
    fails: [],
    document: 'featured_properties',
    counts: true,
  }),
} as const;
