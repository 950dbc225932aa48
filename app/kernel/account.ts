import { NAME } from './limits.ts'

/** docs/rules.md#account-details: the rules that need neither a form library nor a database. */

export type AccountType = 'MEMBER' | 'NORMAL'

/**
 * Why nothing is sent to an address any more. bounced: it accepts no emails; unwanted: a reader
 * there said that they are not the student, or reported an email as spam.
 */
export const EMAIL_STOPS = ['bounced', 'unwanted'] as const
export type EmailStop = (typeof EMAIL_STOPS)[number]

type EmailState = {
  emailNotices: boolean
  emailConfirmedAt: number | null
  /** Of the address in use. */
  emailStop: EmailStop | null
}
/**
 * Whether every notice is also emailed; if not, why: `off` by choice, nothing arrives at the
 * address, or it is not confirmed yet.
 */
export const emailingOf = (account: EmailState): 'on' | 'off' | 'unconfirmed' | EmailStop =>
  account.emailNotices
    ? (account.emailStop ?? (account.emailConfirmedAt === null ? 'unconfirmed' : 'on'))
    : 'off'

export const PHONE_PREFIX = '+44'
const UK_MOBILE = /^07\d{9}$/
/**
 * Numbers of that form that are not UK mobiles (decision 0011): 070 personal numbers and 076
 * pagers, some of which pay their owner per message; and, at other prices, Jersey, Guernsey and the
 * Isle of Man.
 */
const NEVER_TEXTED = new RegExp(
  `^0(?:${['70|76', '7509|7700[378]|7797|7829|7937', '7781|7839|7911[17]', '74576|7524|7924'].join('|')})`,
)
/**
 * The characters that keyboards offer for the middle dot of names like 古丽·买买提, with the spaces
 * around them: bullets, operators, the Japanese dot, raised dots, a full stop. All become U+00B7.
 */
const DOTS =
  /(?<=\p{Script=Han})\s*[.\u00b7\u0387\u16eb\u2022\u2027\u2219\u22c5\u25cf\u2e31\u2e33\u30fb\ua78f]\s*(?=\p{Script=Han})/gu
const HAN_NAME = /^\p{Script=Han}+(?:\u00b7\p{Script=Han}+)*$/u

/** Length as people count it: a character outside the basic plane counts as one, not two. */
export const countCharacters = (text: string): number => [...text].length

/** Full-width letters, digits and signs become plain ones, and any dash a hyphen. */
export const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim()

/** The 0 that is dropped when a number is dialled with its country code, as in +44 (0)115. */
const TRUNK_ZERO = /^((?:\+|00)[\d\s]*)\(\s*0\s*\)/

/** A telephone number without spaces, dashes, dots and brackets. */
const tidyPhone = (text: string): string =>
  plainText(text)
    .replace(TRUNK_ZERO, '$1')
    .replace(/[\s().\u00b7-]/g, '')

/**
 * A UK mobile as `07123456789`, whether it was typed as `7123456789`, `+44 7123 456789`, `0044…`
 * or, as messengers show it, `447123456789`. Anything else is only tidied.
 */
export const localPhone = (text: string): string =>
  tidyPhone(text).replace(/^(?:\+44|0044|44)?0?(?=7\d{9}$)/, '0')

/** The same for a telephone number of any country, which keeps its + and country code. */
export const tidyTel = (text: string): string => {
  const tel = tidyPhone(text)
  return tel.startsWith('+') ? tel : localPhone(tel)
}

const TEL = /^\+?\d{7,15}$/
/** Whether a tidied text is a telephone number of some country. */
export const isTel = (tel: string): boolean => TEL.test(tel)

/** 11 digits starting 07. */
export const isUkMobile = (phone: string): boolean => UK_MOBILE.test(phone)

/** Whether a text message may be sent to a UK mobile number. */
export const canBeTexted = (phone: string): boolean => !NEVER_TEXTED.test(phone)

/** `07123456789` as `+447123456789`, the form in which messages are sent. */
export const internationalPhone = (phone: string): string => `${PHONE_PREFIX}${phone.slice(1)}`

/** A name in plain letters, with the one middle dot between the parts of a Chinese one. */
export const tidyName = (text: string): string =>
  text.normalize('NFKC').trim().replace(DOTS, '\u00b7')

/** The error in a tidied Chinese full name, or null: characters are checked first, then length. */
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
