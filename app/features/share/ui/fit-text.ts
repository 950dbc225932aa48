/** A text's lines and font size. */
export type FittedText = { lines: string[]; size: number }
/** The space for a text, and its maximum font size. */
export type Space = { width: number; height: number; size: number }

/** Line height, in ems. */
export const LINE = 1.25
const SIZE_MIN = 24
const STEP = 2

/** Characters that must not start or end a line of Chinese. */
const NOT_FIRST = /^[，。、；：？！）》”’%]/
const NOT_LAST = /[（《“‘£¥→/]\s*$/

/**
 * Breaks a text into lines and chooses a font size so that it fits its space in any system font.
 * The server cannot measure fonts, so widths are safe estimates. A text too long for the smallest
 * size ends with an ellipsis.
 */
export function fitText(text: string, { width, height, size }: Space): FittedText {
  for (let tried = size; tried >= SIZE_MIN; tried -= STEP) {
    const lines = wrapLines(text, width / tried)
    if (lines.length <= linesAt(tried, height)) return { lines, size: tried }
  }
  const [lines, most] = [wrapLines(text, width / SIZE_MIN), linesAt(SIZE_MIN, height)]
  const last = [...(lines[most - 1] ?? '')]
  while (ems(`${last.join('')}…`) > width / SIZE_MIN) last.pop()
  return { lines: [...lines.slice(0, most - 1), `${last.join('')}…`], size: SIZE_MIN }
}

const linesAt = (size: number, height: number): number => Math.floor(height / (size * LINE))

/** Wraps a text at `most` ems. */
function wrapLines(text: string, most: number): string[] {
  const lines = ['']
  for (const piece of piecesOf(text, most)) {
    const last = lines.at(-1) ?? ''
    if (last === '' || ems((last + piece).trimEnd()) <= most) lines[lines.length - 1] = last + piece
    else lines.push(piece)
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

/**
 * Unbreakable pieces: words with the space after them, and Chinese characters with their
 * punctuation. A piece wider than a line is broken anywhere.
 */
function piecesOf(text: string, most: number): string[] {
  const pieces: string[] = []
  for (const piece of text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/g) ?? []) {
    const last = pieces.at(-1)
    if (last && (NOT_FIRST.test(piece) || NOT_LAST.test(last))) pieces[pieces.length - 1] += piece
    else pieces.push(piece)
  }
  return pieces.flatMap((piece) => (ems(piece.trimEnd()) > most ? [...piece] : [piece]))
}

/** The width of a text in bold type, in ems. */
export const ems = (text: string): number =>
  [...text].reduce((sum, character) => sum + widthOf(character), 0)

function widthOf(character: string): number {
  if (/[ .,:;'’!|ijl]/.test(character)) return 0.36
  if (/[MW@%m]/.test(character)) return 1
  if (/[A-Zw&]/.test(character)) return 0.78
  return /[\x21-\x7e£¥·–]/.test(character) ? 0.64 : 1
}
