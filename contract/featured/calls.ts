import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  day,
  dayRange,
  id,
  moment,
  pageNumberSchema,
  pageSize,
  rowCompanyFields,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { phone } from '#contract/kernel/phone.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { featuredPlacements, maxFeaturedDaysAhead } from './kinds.ts';
import { featuredMachine } from './machine.ts';

const base = '/api/v2/featured' as const;
const byId = z.object({ id });
const keepers = { only: ['admin', 'superadmin'], with: ['featured_properties', 'edit'] } as const;
/** A company pays for a featured slot. The platform cannot pay for one. */
const buyers = { only: ['owner', 'agent', 'dealer', 'staff'], with: ['featured_properties', 'create'] } as const;
const placement = z.enum(featuredPlacements);

const fields = {
  name: singleLine.min(1).max(80),
  placement,
  /** Null means the whole country. */
  location_id: id.nullable(),
  day_cents: amountSchema(100_000_000),
  slots: z.number().int().min(1).max(50),
  max_days: z.number().int().min(1).max(365),
  active: z.boolean(),
  /** Platform staff review each request before it can be paid. */
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

export const FeaturedSummary = z.object({
  id: z.number(),
  code: z.string(),
  status: stateSchema(featuredMachine),
  product: z.string(),
  placement,
  place: z.string().nullable(),
  listing: z.string(),
  property: z.string(),
  ...rowCompanyFields,
  starts_on: day,
  ends_on: day,
  /** The day on which the display stopped, if that was before the last day. */
  ended_on: day.nullable(),
  /** The price without VAT; the VAT is a separate amount. */
  price_cents: z.number(),
  vat_cents: z.number(),
  total_cents: z.number(),
  /** The days of the booking are reserved for payment until this time. */
  hold_until: moment.nullable(),
  impressions: z.number(),
  clicks: z.number(),
  enquiries: z.number(),
  created_at: moment,
});
export type FeaturedSummary = z.output<typeof FeaturedSummary>;

export const FeaturedDetails = FeaturedSummary.extend({
  listing_id: z.number(),
  listing_status: z.string(),
  property_id: z.number(),
  property_code: z.string(),
  days: z.number(),
  payment_note: z.string(),
  waived: z.boolean(),
  paid_by: z.enum(['wallet', 'mpesa', 'hand']).nullable(),
  /** The amount credited for days without display, including VAT. */
  returned_cents: z.number(),
  /** The share of viewers who opened the listing, in hundredths of a percent. */
  click_rate: z.number().nullable(),
  status_reason: z.string(),
  cost_per_click: z.number().nullable(),
  cost_per_enquiry: z.number().nullable(),
  requested_by: z.string().nullable(),
  moves: z.array(moveSchema(featuredMachine)),
  /** The caller's company can pay for the booking now. */
  payable: z.boolean(),
});
export type FeaturedDetails = z.output<typeof FeaturedDetails>;

const note = z.string().trim().min(3).max(300);

export const featuredCalls = {
  listProducts: call({
    method: 'GET',
    path: `${base}/all_products/`,
    summary: 'List featured products: all for administrators, those on sale for others',
    needs: ['featured_properties', 'read'],
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(FeaturedProduct),
    fails: [],
  }),
  createProduct: call({
    method: 'POST',
    path: `${base}/create_product/`,
    summary: 'Create a featured product',
    needs: keepers,
    body: z.strictObject({ name, day_cents, ...others }).partial({ active: true, location_id: true, approval: true }),
    result: FeaturedProduct,
    fails: [],
    document: 'featured_properties',
  }),
  updateProduct: call({
    method: 'PATCH',
    path: `${base}/update_product/`,
    summary: 'Update a featured product or take it off sale; existing bookings do not change',
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
    summary: 'List public listings the caller may feature, with the products each fits',
    needs: ['featured_properties', 'create'],
    result: z.object({
      results: z.array(z.object({ id: z.number(), title: z.string(), property: z.string(), products: z.array(z.number()) })),
    }),
    fails: [],
  }),
  calendar: call({
    method: 'GET',
    path: `${base}/calendar/`,
    summary: 'List free slots of a product by day',
    needs: ['featured_properties', 'read'],
    query: z.object({ id, from: day, days: z.coerce.number().int().min(1).max(maxFeaturedDaysAhead).default(31) }),
    result: z.object({ slots: z.number(), days: z.array(z.object({ day, free: z.number() })) }),
    fails: ['notFound'],
  }),
  list: call({
    method: 'GET',
    path: `${base}/all_bookings/`,
    summary: 'List featured bookings of the caller’s company; all for the platform',
    needs: ['featured_properties', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['starts_on', 'created_at', 'price_cents', 'impressions', 'clicks'], '-created_at'),
      z_filter: buildFilterSchema({
        q: searchText,
        status: stateSchema(featuredMachine),
        placement,
        company_id: id,
        region: countyCodeShape,
        /** Bookings displayed on at least one of these days. */ ...dayRange,
      }),
    }),
    result: buildListSchema(FeaturedSummary),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/booking_details/`,
    summary: 'Get a featured booking with its results',
    needs: ['featured_properties', 'read'],
    query: byId,
    result: FeaturedDetails,
    fails: ['notFound'],
  }),
  create: call({
    method: 'POST',
    path: `${base}/request_booking/`,
    summary: 'Book featured slots for certain days; they are reserved for 15 minutes until payment',
    needs: ['featured_properties', 'create'],
    body: z.strictObject({
      product_id: id,
      listing_id: id,
      starts_on: day,
      ends_on: day,
      /** The quote the user saw; if the price has changed, the call fails before it books anything. */
      total_cents: amountSchema().optional(),
    }),
    result: FeaturedDetails,
    fails: ['notFound', 'conflict'],
    document: 'featured_properties',
  }),
  move: call({
    method: 'PATCH',
    path: `${base}/change_booking_status/`,
    summary: 'Approve, cancel or stop a featured booking; unused paid days are returned as credit',
    needs: ['featured_properties', 'edit'],
    query: byId,
    body: z.strictObject({ move: z.enum(['approve', 'cancel', 'stop']), reason: z.string().trim().max(300).default('') }),
    result: FeaturedDetails,
    fails: ['notFound', 'forbidden', 'wrongState'],
    toast: 'statusUpdated',
    document: 'featured_properties',
  }),
  toPay: call({
    method: 'GET',
    path: `${base}/to_pay/`,
    summary: 'Get the price of a featured booking and the ways its company can pay',
    needs: buyers,
    query: byId,
    result: z.object({
      total_cents: z.number(),
      hold_until: moment.nullable(),
      /** Credit is used first, then available collected rent. Both are zero while the wallet is frozen. */
      credit_cents: z.number(),
      rent_cents: z.number(),
      frozen: z.boolean(),
      mpesa: z.boolean(),
      /** The amount of the M-Pesa prompt, in whole shillings. */
      push_cents: z.number(),
      phone: z.string().nullable(),
    }),
    fails: ['notFound'],
  }),
  payWallet: call({
    method: 'PATCH',
    path: `${base}/pay_from_wallet/`,
    summary: 'Pay a featured booking from the company’s credit, then from collected rent',
    needs: buyers,
    query: byId,
    body: z.strictObject({ total_cents: amountSchema() }),
    result: FeaturedDetails,
    fails: ['notFound', 'wrongState', 'conflict'],
    toast: 'statusUpdated',
    document: 'featured_properties',
  }),
  payPhone: call({
    method: 'PATCH',
    path: `${base}/pay_by_phone/`,
    summary: 'Send an M-Pesa prompt for a featured booking; it is booked once the payment arrives',
    needs: buyers,
    query: byId,
    body: z.strictObject({ total_cents: amountSchema(), phone }),
    result: z.object({ code: z.string() }),
    fails: ['notFound', 'wrongState', 'conflict', 'tooMany'],
    document: 'featured_properties',
  }),
  pay: call({
    method: 'PATCH',
    path: `${base}/record_payment/`,
    summary: 'Record that a featured booking was paid to the platform’s bank, with the reference, or is free, with the reason',
    needs: keepers,
    query: byId,
    body: z.strictObject({ waived: z.boolean(), note }),
    result: FeaturedDetails,
    fails: ['notFound', 'wrongState'],
    toast: 'statusUpdated',
    document: 'featured_properties',
  }),
  recordImpressions: call({
    method: 'POST',
    path: `${base}/shown/`,
    summary: 'Count views of featured cards, each once per page; limited per visitor in 30 minutes',
    needs: 'anyone',
    body: z.strictObject({ ids: z.array(id).min(1).max(24) }),
    result: z.object({ counted: z.number() }),
    fails: [],
    document: 'featured_properties',
    counts: true,
  }),
} as const;
