import { createInstance, type i18n } from 'i18next'
import { boundedCache } from '#app/kernel/bounded-cache.ts'
import type { ErrorCode } from '#app/kernel/error.ts'
import enAccount from '#locales/en/account.json' with { type: 'json' }
import enAdmin from '#locales/en/admin.json' with { type: 'json' }
import enCarpool from '#locales/en/carpool.json' with { type: 'json' }
import enCommon from '#locales/en/common.json' with { type: 'json' }
import enDocs from '#locales/en/docs.json' with { type: 'json' }
import enErrors from '#locales/en/errors.json' with { type: 'json' }
import enHome from '#locales/en/home.json' with { type: 'json' }
import enNotices from '#locales/en/notices.json' with { type: 'json' }
import enOrder from '#locales/en/order.json' with { type: 'json' }
import enPay from '#locales/en/pay.json' with { type: 'json' }
import enPlaces from '#locales/en/places.json' with { type: 'json' }
import enRequest from '#locales/en/request.json' with { type: 'json' }
import enRide from '#locales/en/ride.json' with { type: 'json' }
import enShare from '#locales/en/share.json' with { type: 'json' }
import enTrip from '#locales/en/trip.json' with { type: 'json' }
import enWish from '#locales/en/wish.json' with { type: 'json' }
import zhAccount from '#locales/zh/account.json' with { type: 'json' }
import zhAdmin from '#locales/zh/admin.json' with { type: 'json' }
import zhCarpool from '#locales/zh/carpool.json' with { type: 'json' }
import zhCommon from '#locales/zh/common.json' with { type: 'json' }
import zhDocs from '#locales/zh/docs.json' with { type: 'json' }
import zhErrors from '#locales/zh/errors.json' with { type: 'json' }
import zhHome from '#locales/zh/home.json' with { type: 'json' }
import zhNotices from '#locales/zh/notices.json' with { type: 'json' }
import zhOrder from '#locales/zh/order.json' with { type: 'json' }
import zhPay from '#locales/zh/pay.json' with { type: 'json' }
import zhPlaces from '#locales/zh/places.json' with { type: 'json' }
import zhRequest from '#locales/zh/request.json' with { type: 'json' }
import zhRide from '#locales/zh/ride.json' with { type: 'json' }
import zhShare from '#locales/zh/share.json' with { type: 'json' }
import zhTrip from '#locales/zh/trip.json' with { type: 'json' }
import zhWish from '#locales/zh/wish.json' with { type: 'json' }
import { constants } from './constants.ts'
import type { Namespace, TKey, Translate } from './keys.ts'
import { defaultLanguage, type Language, languages } from './languages.ts'

export type T = Translate

/** All texts, by language and namespace. */
export const texts = {
  zh: {
    common: zhCommon,
    home: zhHome,
    account: zhAccount,
    carpool: zhCarpool,
    order: zhOrder,
    request: zhRequest,
    trip: zhTrip,
    wish: zhWish,
    ride: zhRide,
    share: zhShare,
    pay: zhPay,
    errors: zhErrors,
    notices: zhNotices,
    docs: zhDocs,
    places: zhPlaces,
    admin: zhAdmin,
  },
  en: {
    common: enCommon,
    home: enHome,
    account: enAccount,
    carpool: enCarpool,
    order: enOrder,
    request: enRequest,
    trip: enTrip,
    wish: enWish,
    ride: enRide,
    share: enShare,
    pay: enPay,
    errors: enErrors,
    notices: enNotices,
    docs: enDocs,
    places: enPlaces,
    admin: enAdmin,
  },
} satisfies Record<Language, Record<Namespace, object>>

// Makes the compiler check that every error code has a text. scripts/check-locales.ts checks that
// all languages have the same keys, since their plural forms differ.
type Missing = Exclude<`errors:${ErrorCode}`, TKey>
const noErrorWithoutText: [Missing] extends [never] ? true : Missing = true
void noErrorWithoutText

/** Whether a text exists under a key, in any of its forms (`seats_one`, `cutoffPassed_exit`). */
export function isTextKey(key: string): key is TKey {
  const names = key.split(/[:.]/)
  const last = names.pop() ?? ''
  let within: unknown = texts.zh
  for (const name of names)
    within =
      typeof within === 'object' &&
      within &&
      Object.hasOwn(within, name) &&
      Reflect.get(within, name)
  return Object.entries(within || {}).some(
    ([name, text]) => typeof text === 'string' && (name === last || name.startsWith(`${last}_`)),
  )
}

/** Three times the number of texts, not counting different params. */
const TEXTS_MAX = 8000
/**
 * Texts may contain user input: long ones are rare, and caching them would let one visitor fill the
 * memory.
 */
const REMEMBERED_LENGTH_MAX = 200

const instances = new Map<Language, Translate>()

function createI18n(language: Language): i18n {
  const instance = createInstance()
  void instance.init({
    lng: language,
    fallbackLng: defaultLanguage,
    supportedLngs: languages,
    resources: texts,
    defaultNS: 'common',
    initImmediate: false,
    // React and the SMS and JSON writers escape by themselves.
    interpolation: { escapeValue: false, defaultVariables: constants },
  })
  return instance
}

/**
 * The texts of a language, on the server: `getT('zh')('carpool:card.join')`. An unknown key (which
 * the compiler rejects) returns the key itself.
 */
export function getT(language: Language): Translate {
  const known = instances.get(language)
  if (known) return known
  const i18next = createI18n(language)
  // A page looks up hundreds of texts, mostly the same as the page before, and a look-up costs more
  // than rendering the text.
  const said = boundedCache<string, string>(TEXTS_MAX)
  const t: Translate = (key, params) => {
    const asked = params ? `${key} ${JSON.stringify(params)}` : key
    const before = said.get(asked)
    if (before !== undefined) return before
    const text = i18next.t(key, params as Record<string, unknown>)
    if (asked.length <= REMEMBERED_LENGTH_MAX) said.set(asked, text)
    return text
  }
  instances.set(language, t)
  return t
}
