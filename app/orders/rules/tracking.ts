import type { Carrier } from './postage.ts'

/** The longest tracking number, and how many an order has at most. */
export const TRACKING_MAX = 40
export const PARCELS_MAX = 30

/** The start of a carrier's page about one number; without one the number is shown alone. */
const PAGES: Partial<Record<Carrier, string>> = {
  SF: 'https://www.sf-express.com/chn/sc/waybill/waybill-detail/',
  HKA: 'https://www.hongkongpost.hk/tc/mail_tracking/index.html?trackcode=',
  RM: 'https://www.royalmail.com/track-your-item#/tracking-results/',
  UPS: 'https://www.ups.com/track?tracknum=',
  BPOST: 'https://track.bpost.cloud/btr/web/#/search?itemCode=',
}

/** The carrier's page about a parcel; null if it has none. */
export function trackingUrl(carrier: Carrier, number: string): string | null {
  const page = PAGES[carrier]
  return page ? page + encodeURIComponent(number) : null
}
