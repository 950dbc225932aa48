/**
 * The checks of `npm run check` for Markdown files and references to them. Pure functions:
 * `scripts/check-docs.ts` reads the files.
 */

/** A Markdown or code file; its path is relative to the project's folder. */
export type TextFile = { path: string; text: string }
/** Possible targets of a reference: files and folders, and the headings of Markdown files. */
export type Targets = {
  exists(path: string): boolean
  headings: ReadonlyMap<string, ReadonlySet<string>>
}

const COLUMNS_MAX = 100
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u

/** Lines outside fenced code, numbered. */
function prose(text: string): { line: string; number: number }[] {
  let fenced = false
  return text.split('\n').flatMap((line, at) => {
    const fence = /^\s*```/.test(line)
    if (fence) fenced = !fenced
    return fence || fenced ? [] : [{ line, number: at + 1 }]
  })
}

/** The anchors of a Markdown file's headings, as GitHub generates them. */
export function headingsOf(text: string): Set<string> {
  const titles = prose(text).flatMap(({ line }) => /^#{1,6} (.+)$/.exec(line)?.[1] ?? [])
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  )
}

/** Lines that are too wide. Tables, code, and words without a space to break at are allowed. */
export function wideLines({ path, text }: TextFile): string[] {
  return prose(text)
    .filter(({ line }) => !line.trim().startsWith('|') && columnsOf(line) > COLUMNS_MAX)
    .filter(({ line }) =>
      line
        .trim()
        .replace(/^(?:[-*>]|\d+\.) /, '')
        .includes(' '),
    )
    .map((found) => tooWide(path, found))
}

const COMMENT = /^\s*(?:\/\/|\/?\*|\{\/\*)(?!.*biome-ignore)/
/** Comments that are too wide. The formatter handles code. */
export const wideComments = ({ path, text }: TextFile): string[] =>
  text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => COMMENT.test(line) && columnsOf(line) > COLUMNS_MAX)
    .map((found) => tooWide(path, found))

const tooWide = (path: string, { line, number }: { line: string; number: number }) =>
  `${path}:${number}: ${columnsOf(line)} columns wide; the limit is ${COLUMNS_MAX}`

const columnsOf = (line: string) =>
  [...line].reduce((sum, char) => sum + (WIDE.test(char) ? 2 : 1), 0)

/** Broken links, and code spans that name a file or script that does not exist. */
export function brokenLinks(
  file: TextFile,
  targets: Targets,
  scripts: ReadonlySet<string>,
): string[] {
  return prose(file.text).flatMap(({ line, number }) => {
    const links = [...line.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const bad = [
      ...links.filter(
        (link) => !/^[a-z]+:/.test(link) && !leads(resolve(file.path, link), targets),
      ),
      ...missingPaths(
        [...line.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span).join(' '),
        targets,
      ),
      ...missingDecisions(line, targets),
      ...[...line.matchAll(/npm run ([\w:-]+)/g)]
        .map(([, name = '']) => name)
        .filter((n) => !scripts.has(n)),
    ]
    return bad.map((what) => `${file.path}:${number}: ${what} does not exist`)
  })
}

/**
 * Resolves a Markdown file's link to a path from the project's folder; `#…` is a heading of the
 * file itself.
 */
function resolve(from: string, link: string): string {
  if (link.startsWith('#')) return from + link
  const parts = from.split('/').slice(0, -1)
  for (const part of link.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function leads(target: string, { exists, headings }: Targets): boolean {
  const [path = '', heading] = target.split('#')
  return exists(path) && (heading === undefined || headings.get(path)?.has(heading) === true)
}

const DOCUMENT = /(?<![\w/.-])((?:[\w.-]+\/)*[\w.-]+\.md)(#[\w-]+)?/g
const SOURCE = /(?<![\w/.#-])(?:app|db|docs|locales|public|scripts|tests|workers)\/[\w./-]*\w/g
const DECISIONS = /\bdecisions? (\d{4}(?:(?:, | and )\d{4})*)/gi

/** The endings that a module's name may omit. */
const ENDINGS = ['', '.ts', '.tsx', '.server.ts']

/** Files named in a text that do not exist. */
function missingPaths(text: string, targets: Targets): string[] {
  const sources = [...text.matchAll(SOURCE)]
    .map(([path]) => path)
    .filter((path) => !path.endsWith('.md'))
  return sources.filter((path) => !ENDINGS.some((ending) => targets.exists(path + ending)))
}

function missingDecisions(text: string, { headings }: Targets): string[] {
  const numbers = [...text.matchAll(DECISIONS)].flatMap(
    ([, list = '']) => list.match(/\d{4}/g) ?? [],
  )
  const known = [...headings.keys()]
  return numbers
    .filter((number) => !known.some((path) => path.startsWith(`docs/decisions/${number}-`)))
    .map((number) => `decision ${number}`)
}

/**
 * Broken references in a code file's comments. They have three forms: `docs/rules.md#cutoff` for a
 * document, `decision 0012`, and `app/routes.ts` for a file.
 */
export function brokenReferences({ path, text }: TextFile, targets: Targets): string[] {
  return text.split('\n').flatMap((line, at) => {
    const comment = /(?:^\s*(?:\/?\*|#)|\/\*|(?<!:)\/\/)(.*)$/.exec(line)?.[1] ?? ''
    const documents = [...comment.matchAll(DOCUMENT)].map(([whole]) => whole)
    const bad = [
      ...documents.filter((document) => !leads(document, targets)),
      ...missingPaths(comment, targets),
      ...missingDecisions(comment, targets),
      ...(comment.match(/\b[A-Z]{4,} sections? \d\S*/g) ?? []),
    ]
    return bad.map((what) => `${path}:${at + 1}: ${what} does not exist`)
  })
}

type Constant = number | string | { min: number; max: number } | { start: number }

/** Figures that differ from the constant named after them, as in "15 minutes (`HOLD_MS`)". */
export function wrongFigures(
  { path, text }: TextFile,
  constants: ReadonlyMap<string, unknown>,
): string[] {
  const flat = text.replace(/\s+/g, ' ')
  return [...flat.matchAll(/([^`(|]*)(?:\(|, )`((?:NUMBER_SETTINGS\.)?[A-Z][\w]*)`\)/g)].flatMap(
    ([, before = '', name = '']) => {
      const said =
        /(£?\d[\d,]*p?(?: to \d+)?(?: (?:second|minute|hour|day)s?)?)\D*$/.exec(before)?.[1] ?? ''
      const value = constants.get(name)
      if (value === undefined) return [`${path}: ${name} does not exist`]
      const words = wordsOf(name, value as Constant)
      return words.includes(said)
        ? []
        : [`${path}: ${name} is ${words.join(' or ')}; the text says ${said || 'nothing'}`]
    },
  )
}

/** The accepted ways to write a figure. */
function wordsOf(name: string, value: Constant): string[] {
  if (typeof value === 'object') {
    if ('start' in value) return wordsOf(/Price$/.test(name) ? 'PENCE' : name, value.start)
    return [`${value.min} to ${value.max}`]
  }
  const n = Number(value)
  if (name.endsWith('PENCE')) return n < 100 ? [`${n}p`] : [`£${n / 100}`]
  if (name.endsWith('_MS'))
    return [
      ...(n % 60_000 === 0 ? [] : whole(n / 1000, 'second')),
      ...whole(n / 60_000, 'minute'),
      ...whole(n / 3_600_000, 'hour'),
      ...whole(n / 86_400_000, 'day'),
    ]
  if (name.endsWith('_S')) return whole(n, 'second')
  const plain = n.toLocaleString('en')
  return [plain, `${plain} day`, `${plain} days`]
}

const whole = (n: number, unit: string) =>
  Number.isInteger(n) ? [`${n} ${unit}${n === 1 ? '' : 's'}`] : []

const PARTS = ['Status', 'Context', 'Decision', 'Consequences']

/** Decisions missing from the index, and decisions without the template's headings. */
export function decisionProblems(index: TextFile, records: readonly TextFile[]): string[] {
  return records.flatMap(({ path, text }) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const missing = PARTS.filter((part) => !headingsOf(text).has(part.toLowerCase()))
    return [
      ...(index.text.includes(`](${name})`)
        ? []
        : [`${index.path}: ${name} is missing from the index`]),
      ...missing.map((part) => `${path}: the heading "${part}" is missing`),
    ]
  })
}

/** Commands and figures that only one of two translations of a file has. */
export function differences(one: TextFile, other: TextFile): string[] {
  const kinds = [commandsOf, figuresOf]
  return kinds.flatMap((of) => [
    ...without(of(one.text), of(other.text)).map(
      (what) => `${other.path}: ${what} is missing, ${one.path} has it`,
    ),
    ...without(of(other.text), of(one.text)).map(
      (what) => `${one.path}: ${what} is missing, ${other.path} has it`,
    ),
  ])
}

/** A list without the items of another, each removed once. */
function without(list: string[], taken: string[]): string[] {
  const rest = [...taken]
  return list.filter((item) => {
    const at = rest.indexOf(item)
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
}

/**
 * What readers may type: lines of fenced code without comments, and code spans in Latin letters.
 */
function commandsOf(text: string): string[] {
  const fences = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, code = '']) =>
    code.trim().split('\n'),
  )
  const spans = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`]+)`/g)].map(
    ([, span = '']) => span,
  )
  return [...fences.map((line) => line.replace(/\s*#.*/, '')), ...spans].filter(
    (span) => !/[\u4e00-\u9fff<[]/u.test(span),
  )
}

function figuresOf(text: string): string[] {
  const plain = text.replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)|^\d+\. /gm, ' ')
  return plain.match(/\d[\d,.]*\d|\d/g) ?? []
}
