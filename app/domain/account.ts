import { NAME } from './limits.ts'

/** docs/rules.md#account-details: the rules that need neither a form library nor a database. */

export type AccountType = 'MEMBER' | 'NORMAL'

/**
 * Why nothing is sent to an address any more. bounced: it takes no emails; unwanted: somebody who
 * reads them there said that they are not the student, or reported one as spam.
 */
export const EMAIL_STOPS = ['bounced', 'unwanted'] as const
export type EmailStop = (typeof EMAIL_STOPS)[number]

type Emailed = {
  emailNotices: boolean
  emailConfirmedAt: number | null
  /** Of the address in use. */
  emailStop: EmailStop | null
}
/**
 * Whether every notice is also emailed; if not, why: `off` by choice, nothing arrives at the
 * address, or it is not confirmed yet.
 */
export const emailingOf = (account: Emailed): 'on' | 'off' | 'unconfirmed' | EmailStop =>
  account.emailNotices
    ? (account.emailStop ?? (account.emailConfirmedAt === null ? 'unconfirmed' : 'on'))
    : 'off'

export const PHONE_PREFIX = '+44'
const UK_MOBILE = /^07\d{9}$/
/**
 * Numbers of that form that are not UK mobiles (decision 0030): 070 personal numbers and 076
 * pagers, some of which pay their owner per message; and, at other prices, Jersey, Guernsey and the
 * Isle of Man.
 */
const NEVER_TEXTED = new RegExp(
  `^0(?:${['70|76', '7509|7700[378]|7797|7829|7937', '7781|7839|7911[17]', '74576|7524|7924'].join('|')})`,
)
/** Dots that Chinese keyboards offer for names like 古丽·买买提; all become U+00B7. */
const DOTS = /[\u2022\u2027\u2219\u22c5\u30fb\uff65]/gu
const HAN_NAME = /^\p{Script=Han}+(?:\u00b7\p{Script=Han}+)*$/u

/** Length as people count it: a character outside the basic plane counts as one, not two. */
export const countCharacters = (text: string): number => [...text].length

/** Full-width digits and letters become plain ones; spaces, hyphens and brackets go. */
export const tidyPhone = (text: string): string =>
  text.normalize('NFKC').replace(/[\s()\-\u2010-\u2015]/g, '')

/**
 * A phone number typed next to a fixed +44, or autofilled: `7123456789`, `+44 7123 456789` and
 * `0044…` become `07123456789`; anything else is only tidied.
 */
export const localPhone = (text: string): string =>
  tidyPhone(text).replace(/^(?:\+44|0044)?0?(?=7\d{9}$)/, '0')

/** 11 digits starting 07. Takes tidied text. */
export const isUkMobile = (phone: string): boolean => UK_MOBILE.test(phone)

/** Whether a text message may be sent to a UK mobile number. */
export const canBeTexted = (phone: string): boolean => !NEVER_TEXTED.test(phone)

/** `07123456789` as `+447123456789`, the form in which messages are sent. */
export const internationalPhone = (phone: string): string => `${PHONE_PREFIX}${phone.slice(1)}`

/** Whether `withPrefix` is the same number with a +44 prefix; callers differ on keeping the 0. */
export const isSamePhone = (phone: string, withPrefix: string): boolean => {
  const tidy = tidyPhone(withPrefix)
  return tidy === internationalPhone(phone) || tidy === `${PHONE_PREFIX}${phone}`
}

export const tidyName = (text: string): string => text.trim().replace(DOTS, '\u00b7')

/**
 * What is wrong with a tidied Chinese full name, or null: characters are checked first, then
 * length.
 */
export function nameProblem(name: string): 'nameRequired' | 'nameChinese' | 'nameLength' | null {
  if (!name) return 'nameRequired'
  if (!HAN_NAME.test(name)) return 'nameChinese'
  const length = countCharacters(name)
  return length < NAME.min || length > NAME.max ? 'nameLength' : null
}

/** The form of an email used to check uniqueness. */
export const emailKey = (email: string): string => email.trim().toLowerCase()

/** An email masked so that only its owner recognises it: `l***@example.com`. */
export const hideMost = (email: string): string => email.replace(/^([^@])[^@]*(?=@)/u, '$1***')
