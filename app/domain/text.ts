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

/**
 * The text sent for the field `name`, as it is read and stored: composed, and without invisible
 * characters.
 */
export function seenText(name: string, text: string): string {
  if (AS_IT_IS.test(name)) return text
  const lines = text.replace(LINE_ENDS, '\n').replace(/\t/g, ' ').split('\n')
  return lines
    .map((line) => line.replace(UNSEEN, ''))
    .join(OF_LINES.test(name) ? '\n' : ' ')
    .normalize('NFC')
}
