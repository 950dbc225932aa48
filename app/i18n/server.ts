import { createInstance, type i18n } from 'i18next'
import type { ErrorCode } from '#app/domain/error.ts'
import { memoryOf } from '#app/memo.ts'
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
import enShare from '#locales/en/share.json' with { type: 'json' }
import enTrip from '#locales/en/trip.json' with { type: 'json' }
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
import zhShare from '#locales/zh/share.json' with { type: 'json' }
import zhTrip from '#locales/zh/trip.json' with { type: 'json' }
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
    trip: zhTrip,
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
    trip: enTrip,
    share: enShare,
    pay: enPay,
    errors: enErrors,
    notices: enNotices,
    docs: enDocs,
    places: enPlaces,
    admin: enAdmin,
  },
} satisfies Record<Language, Record<Namespace, object>>

// The compiler's proof that every error code has a text; "same keys in both languages" is
// shown by scripts/check-locales.ts, since the plural forms of two languages differ.
type Missing = Exclude<`errors:${ErrorCode}`, TKey>
const noErrorWithoutText: [Missing] extends [never] ? true : Missing = true
void noErrorWithoutText

/** Whether there is a text under a key, in any of its forms (`seats_one`, `cutoffPassed_exit`). */
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

/** Three times as many as there are without what is filled in. */
const TEXTS_MAX = 8000
/**
 * What a person typed may be filled in: long texts are rare, and remembering them would let one
 * visitor fill the memory.
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
    // React and the SMS and JSON writers do their own escaping.
    interpolation: { escapeValue: false, defaultVariables: constants },
  })
  return instance
}

/**
 * The texts of a language, on the server: `getT('zh')('carpool:card.join')`. An unknown key (which
 * the compiler refuses) gives the key itself.
 */
export function getT(language: Language): Translate {
  const known = instances.get(language)
  if (known) return known
  const i18next = createI18n(language)
  // A page asks for hundreds, most of them the same as the page before; looking one up costs more
  // than drawing it.
  const said = memoryOf<string, string>(TEXTS_MAX)
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
