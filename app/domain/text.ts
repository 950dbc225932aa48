/**
 * A joiner between two pictures, as in a family; anywhere else it is only there to make two texts
 * look like one.
 */
const EMOJI_JOINER =
  '(?<=\\p{Extended_Pictographic}[\\u{FE0F}\\u{1F3FB}-\\u{1F3FF}]?)\\u200D(?=\\p{Extended_Pictographic})'
/**
 * Controls, directions, zero widths, fillers and halves of characters: what a text can hold that
 * nobody sees.
 */
const UNSEEN = new RegExp(
  `(?!${EMOJI_JOINER})[\\p{Cc}\\p{Cf}\\p{Cs}\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u3164\\uFFA0]`,
  'gu',
)
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g
/** Texts of several lines (the console's); ends of lines are spaces in all others. */
const OF_LINES = /(?:^|\.)content$|Notice(?:Zh|En)$/
/** Taken as they are: a password of before this rule goes on working. */
const AS_IT_IS = /password/i

/**
 * A text that somebody sends as the field `name`, as it is read and stored: composed, and with
 * nothing that cannot be seen.
 */
export function seenText(name: string, text: string): string {
  if (AS_IT_IS.test(name)) return text
  const lines = text.replace(LINE_ENDS, '\n').replace(/\t/g, ' ').split('\n')
  return lines
    .map((line) => line.replace(UNSEEN, ''))
    .join(OF_LINES.test(name) ? '\n' : ' ')
    .normalize('NFC')
}
