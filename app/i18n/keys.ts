import type zhAccount from '#locales/zh/account.json'
import type zhAdmin from '#locales/zh/admin.json'
import type zhCarpool from '#locales/zh/carpool.json'
import type zhCommon from '#locales/zh/common.json'
import type zhDocs from '#locales/zh/docs.json'
import type zhErrors from '#locales/zh/errors.json'
import type zhHome from '#locales/zh/home.json'
import type zhNotices from '#locales/zh/notices.json'
import type zhOrder from '#locales/zh/order.json'
import type zhPay from '#locales/zh/pay.json'
import type zhPlaces from '#locales/zh/places.json'
import type zhRequest from '#locales/zh/request.json'
import type zhRide from '#locales/zh/ride.json'
import type zhShare from '#locales/zh/share.json'
import type zhTrip from '#locales/zh/trip.json'
import type zhWish from '#locales/zh/wish.json'

/** The texts by namespace; Chinese defines the shape that every language must have. */
type Texts = {
  common: typeof zhCommon
  home: typeof zhHome
  account: typeof zhAccount
  carpool: typeof zhCarpool
  order: typeof zhOrder
  request: typeof zhRequest
  trip: typeof zhTrip
  wish: typeof zhWish
  ride: typeof zhRide
  share: typeof zhShare
  pay: typeof zhPay
  errors: typeof zhErrors
  notices: typeof zhNotices
  docs: typeof zhDocs
  places: typeof zhPlaces
  admin: typeof zhAdmin
}

export type Namespace = keyof Texts

/** The namespaces that pages need in the browser; the others are only read on the server. */
export const browserNamespaces = [
  'common',
  'home',
  'account',
  'carpool',
  'order',
  'request',
  'trip',
  'ride',
  'share',
  'pay',
] as const satisfies Namespace[]

// A plural is stored as several keys (`seats_one`, `seats_other`) and looked up by one (`seats`).
type WithoutPlural<K extends string> = K extends `${infer Base}_one` | `${infer Base}_other`
  ? Base
  : K

type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPlural<K> : `${K}.${Paths<T[K]>}`
}[keyof T & string]

/** The key of any text, as `namespace:path.to.key`. */
export type TKey = { [N in Namespace]: `${N}:${Paths<Texts[N]>}` }[Namespace]

/**
 * The values for a text: `{{name}}` takes `params.name`; `count` also selects the plural, `context`
 * the text `key_context`.
 */
export type TParams = Record<string, string | number>

/** Returns a text in one language. */
export type Translate = (key: TKey, params?: TParams) => string
