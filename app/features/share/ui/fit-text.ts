/** A text's lines and the size they are drawn at. */
export type Fitted = { lines: string[]; size: number }
/** The space that a text has, and the size that it is not drawn larger than. */
export type Space = { width: number; height: number; size: number }

/** From one baseline to the next, in sizes. */
export const LINE = 1.25
const SIZE_MIN = 24
const STEP = 2

/** What begins no line of Chinese, and what ends no line. */
const NOT_FIRST = /^[，。、；：？！）》”’%]/
const NOT_LAST = /[（《“‘£¥→/]\s*$/

/**
 * Breaks a text into lines and chooses its size so that it fits its space in any of the system
 * fonts. The server cannot measure them, so the widths are estimates on the safe side. What does
 * not fit even at the smallest size ends with an ellipsis.
 */
export function fitted(text: string, { width, height, size }: Space): Fitted {
  for (let tried = size; tried >= SIZE_MIN; tried -= STEP) {
    const lines = wrapped(text, width / tried)
    if (lines.length <= linesAt(tried, height)) return { lines, size: tried }
  }
  const [lines, most] = [wrapped(text, width / SIZE_MIN), linesAt(SIZE_MIN, height)]
  const last = [...(lines[most - 1] ?? '')]
  while (ems(`${last.join('')}…`) > width / SIZE_MIN) last.pop()
  return { lines: [...lines.slice(0, most - 1), `${last.join('')}…`], size: SIZE_MIN }
}

const linesAt = (size: number, height: number): number => Math.floor(height / (size * LINE))

/** A text's lines of at most `most` ems. */
function wrapped(text: string, most: number): string[] {
  const lines = ['']
  for (const piece of piecesOf(text, most)) {
    const last = lines.at(-1) ?? ''
    if (last === '' || ems((last + piece).trimEnd()) <= most) lines[lines.length - 1] = last + piece
    else lines.push(piece)
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

/**
 * What is not broken: words with the space after them, and Chinese characters with punctuation that
 * belongs to them. What is wider than a line is broken anywhere.
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

/** How wide a text is in bold type, in sizes. */
export const ems = (text: string): number =>
  [...text].reduce((sum, character) => sum + widthOf(character), 0)

function widthOf(character: string): number {
  if (/[ .,:;'’!|ijl]/.test(character)) return 0.36
  if (/[MW@%m]/.test(character)) return 1
  if (/[A-Zw&]/.test(character)) return 0.78
  return /[\x21-\x7e£¥·–]/.test(character) ? 0.64 : 1
}
