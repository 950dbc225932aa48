import { localPhone, plainText, tidyName, tidyTel } from './account.ts'

/**
 * A joiner between two emoji, as in a family; anywhere else it only makes different texts look
 * alike.
 */
const EMOJI_JOINER =
  '(?<=\\p{Extended_Pictographic}[\\u{FE0F}\\u{1F3FB}-\\u{1F3FF}]?)\\u200D(?=\\p{Extended_Pictographic})'
/**
 * Control characters, direction marks, zero-width characters, fillers and lone surrogates: the
 * invisible things a text can contain.
 */
const UNSEEN = new RegExp(
  `(?!${EMOJI_JOINER})[\\p{Cc}\\p{Cf}\\p{Cs}\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u3164\\uFFA0]`,
  'gu',
)
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g
/** Fields with several lines; in all others line breaks become spaces. */
const OF_LINES = /(?:^|\.)content$|Notice(?:Zh|En)$|^(?:itinerary|included|meetingPoints)$/
/** Taken unchanged: a password set before this rule must keep working. */
const AS_IT_IS = /password/i

const email = (text: string) => plainText(text).replace(/\u3002/g, '.')
const code = (text: string) => plainText(text).replace(/[\s.\u00b7-]/g, '')
const zip = (text: string) => plainText(text).replace(/\s+/g, ' ')
/** Normalises a search text: a name, an email, a number or an id. */
function search(text: string): string {
  const name = tidyName(text)
  return name.includes('@') ? email(name) : name
}

/**
 * Fields with one correct spelling, and how to reach it (docs/rules.md#what-people-type). Any other
 * field is free text and keeps what was typed.
 */
const WRITINGS = new Map(
  (
    [
      ['phone phoneWithPrefix', localPhone],
      ['tel friTel', tidyTel],
      ['name userName', tidyName],
      ['email', email],
      ['verificationCode', code],
      ['fromZip toZip', zip],
      ['wechat flightNumber plate licenceNo badgeNo airport airportName', plainText],
      ['q find search', search],
    ] as const
  ).flatMap(([names, write]) => names.split(' ').map((name) => [name, write] as const)),
)

/**
 * The text sent for the field `name`, as it is read and stored: composed, without invisible
 * characters, and in its one spelling. All input passes through here.
 */
export function seenText(name: string, text: string): string {
  if (AS_IT_IS.test(name)) return text
  const lines = text.replace(LINE_ENDS, '\n').replace(/\t/g, ' ').split('\n')
  const seen = lines
    .map((line) => line.replace(UNSEEN, ''))
    .join(OF_LINES.test(name) ? '\n' : ' ')
    .normalize('NFC')
  return WRITINGS.get(name)?.(seen) ?? seen
}

/**
 * Normalises a text for search and comparison: half width, lower case, no accents, single spaces.
 * Idempotent.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
