import type { MinorUnits } from '#app/kernel/money.ts'
import type { LondonDay } from '#app/kernel/time.ts'

/** What is sold, as far as VAT tells it apart. Each has its switch in the settings (`VAT_OF`). */
export type Product = 'carpool' | 'trip' | 'mail' | 'move' | 'other'

/**
 * What each payment sells, by the purpose in its metadata at Stripe; a request for money by what it
 * asks for, too. A new purpose is one line here and its words in `admin:accounts.sale`.
 */
export const SALES = {
  carpoolDeposit: 'carpool',
  carpoolBalance: 'carpool',
  tripDeposit: 'trip',
  tripBalance: 'trip',
  mailBase: 'mail',
  moveBase: 'move',
  requestPostage: 'mail',
  requestBoxes: 'mail',
  requestMove: 'move',
  requestWaiting: 'carpool',
  requestCleaning: 'carpool',
  requestOther: 'other',
} as const satisfies Record<string, Product>
export type Sale = keyof typeof SALES

/** What a request for money sells. */
export const saleOfRequest = (what: Lowercase<RequestedSale>): Sale =>
  `request${(what.slice(0, 1).toUpperCase() + what.slice(1)) as RequestedSale}`
type RequestedSale = Extract<Sale, `request${string}`> extends `request${infer What}` ? What : never

/**
 * The sale of a payment with this purpose at Stripe; null if it is not one of ours. Only the
 * receipt of a request says what it was for.
 */
export function saleOf(purpose = ''): Sale | null {
  if (purpose === 'request') return 'requestOther'
  return Object.hasOwn(SALES, purpose) ? (purpose as Sale) : null
}

/** The switch in the settings that puts VAT on a product. */
export const VAT_OF = {
  carpool: 'vatCarpool',
  trip: 'vatTrip',
  mail: 'vatMail',
  move: 'vatMove',
  other: 'vatOther',
} as const satisfies Record<Product, string>
/** What a receipt says about its seller: settings, each kept as it was at the payment. */
export const SELLER_SETTINGS = [
  'vatRegistered',
  ...Object.values(VAT_OF),
  'companyName',
  'companyAddress',
  'vatNumber',
] as const
/** The settings that somebody had set by then. Without one, there is no VAT. */
export type Seller = Partial<Record<(typeof SELLER_SETTINGS)[number], string | number>>

export type VatRate = 20 | 0
/** The rate of VAT in a price; null: the seller is not registered for it. */
export function vatRateOf(sale: Sale, seller: Seller): VatRate | null {
  if (!seller.vatRegistered) return null
  return seller[VAT_OF[SALES[sale]]] ? 20 : 0
}

/** The VAT within an amount, half a penny away from nothing. A refund's takes back its share. */
export const vatIn = (amount: MinorUnits, rate: VatRate | null): MinorUnits =>
  rate ? Math.sign(amount) * Math.round((Math.abs(amount) * rate) / (100 + rate)) : 0

/** Up to this, a simplified invoice is enough (The VAT Regulations 1995, reg. 16A). */
export const SIMPLIFIED_PENCE = 25_000
/** A company's name and address, as its owner types them. */
export const COMPANY_MAX = 200
/** Whether a receipt is an invoice with a number: above that amount, or with a company. */
export const needsNumber = ({ amount, company }: { amount: MinorUnits; company: string | null }) =>
  amount > SIMPLIFIED_PENCE || company !== null

/** What a payment was for, as it was then; nothing in it is about a person. */
export type SaleAbout = {
  /** The ride's, or the collection's. */
  day: LondonDay
  people?: number
  tripType?: string | null
  airportZh?: string | null
  airportEn?: string | null
  tripName?: string | null
}
