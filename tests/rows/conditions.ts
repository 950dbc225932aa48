/*
 * Finds the conditions of an SQL statement, and makes of each a statement without it: the mistakes
 * that `statement.ts` makes sure its rows can see.
 */

export type Mistake = { sql: string; what: string }

type Token = { text: string; at: number; end: number }
type Range = readonly [from: number, to: number]

const TOKEN =
  /insert or ignore|'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\w+|<=|>=|<>|<<|>>|->>|->|\|\||[^\s]/gi
/** What a clause or an expression ends at. */
const BOUNDARY = new Set(
  [
    'select from where on having when then else end case group order by limit offset union all',
    'returning set values join left inner cross do conflict as with update insert into delete , ;',
  ].flatMap((words) => words.split(' ')),
)
/** What follows these is a condition even if it is a single one. */
const OPENS = new Set(['where', 'on', 'having', 'when', 'iif'])
const OTHER_EDGE: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }
/** Parts of many statements, proved once: `isNotSetAside`, `owedColumns`, `noticeFacts`. */
const SHARED = /max\(at\) \+ \(|sum\("missing"\)|json_extract\((?:"notices"\.)?"params"/

/** Not a condition, but a value that one is compared with. */
const isFixed = (text: string) => /^(true|0|1|'[^']*')$/i.test(text)

export function mistakesIn(sql: string, withShared = false): Mistake[] {
  const tokens: Token[] = [...sql.matchAll(TOKEN)].map(({ 0: text, index }) => {
    return { text: text.toLowerCase(), at: index, end: index + text.length }
  })
  const closing = new Map<number, number>()
  const open: number[] = []
  for (const [i, { text }] of tokens.entries()) {
    if (text === '(') open.push(i)
    if (text === ')') closing.set(open.pop() ?? -1, i)
  }
  const found: Mistake[] = []
  const spanOf = ([from, to]: Range) => [tokens[from]?.at ?? 0, tokens[to - 1]?.end ?? 0] as const
  const textOf = (range: Range) => sql.slice(...spanOf(range))
  const isProved = (range: Range) => !withShared && SHARED.test(textOf(range))

  function replace(range: Range, by: (text: string) => string, what: string) {
    const [at, end] = spanOf(range)
    const made = sql.slice(0, at) + by(textOf(range)) + sql.slice(end)
    found.push({ sql: made, what: `${what}: ${textOf(range)}` })
  }
  /** Its bound values stay in the statement, so that the others keep their positions. */
  const drop = (range: Range) => replace(range, (text) => `((${text}) or 1)`, 'always true')
  const refuse = (range: Range) => replace(range, (text) => `((${text}) and 0)`, 'always false')

  function split([from, to]: Range, word: 'and' | 'or'): Range[] {
    const parts: Range[] = []
    let start = from
    let isBetween = false
    for (let i = from; i < to; i = (closing.get(i) ?? i) + 1) {
      const text = tokens[i]?.text
      if (text === 'between') isBetween = true
      else if (text === 'and' && isBetween) isBetween = false
      else if (text === word) {
        parts.push([start, i])
        start = i + 1
      }
    }
    return [...parts, [start, to]]
  }

  /** One expression: its conditions, if that is what it is, and whatever is inside of it. */
  function expression(range: Range, opener: string) {
    const [from, to] = range
    if (from >= to) return
    const choices = split(range, 'or')
    const isCondition = OPENS.has(opener) || choices.length > 1 || split(range, 'and').length > 1
    for (const choice of choices) {
      if (choices.length > 1) refuse(choice)
      for (const one of split(choice, 'and')) {
        const isGroup = closing.get(one[0]) === one[1] - 1
        const isWhole = choices.length > 1 && split(choice, 'and').length === 1
        if (isCondition && !isWhole && !isFixed(textOf(one)) && !isPlain(one, isGroup)) drop(one)
        if (!isProved(one)) edges(one)
        inside(one, isCondition && isGroup ? 'when' : '')
      }
    }
  }
  /** A group whose own conditions say all that it says. */
  const isPlain = ([from, to]: Range, isGroup: boolean) =>
    isGroup && tokens[from + 1]?.text !== 'select' && split([from + 1, to - 1], 'or').length === 1

  function edges([from, to]: Range) {
    for (let i = from; i < to; i = (closing.get(i) ?? i) + 1) {
      const other = OTHER_EDGE[tokens[i]?.text ?? '']
      if (other === undefined) continue
      const [at, end] = spanOf([i, i + 1])
      const made = sql.slice(0, at) + other + sql.slice(end)
      found.push({ sql: made, what: `edge ${other}: ${textOf([from, to])}` })
    }
  }

  function inside(range: Range, opener: string) {
    const [from, to] = range
    for (let i = from; i < to; i++) {
      const end = closing.get(i)
      if (end === undefined) continue
      if (!isProved([i + 1, end]))
        level([i + 1, end], tokens[i - 1]?.text === 'iif' ? 'iif' : opener)
      i = end
    }
  }

  /** What is between two brackets, or the whole statement. */
  function level([from, to]: Range, opener: string) {
    let opened = opener
    let start = from
    for (let i = from; i < to; i = (closing.get(i) ?? i) + 1) {
      const text = tokens[i]?.text ?? ''
      if (!BOUNDARY.has(text)) continue
      expression([start, i], opened)
      opened = text
      start = i + 1
    }
    expression([start, to], opened)
  }

  level([0, tokens.length], '')
  return found
}
