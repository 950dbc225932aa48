import { expect, test } from 'vitest'
import {
  brokenLinks,
  brokenReferences,
  decisionProblems,
  differences,
  headingsOf,
  type TextFile,
  wideComments,
  wideLines,
  wrongFigures,
} from './docs.ts'

const rules =
  '# Rules\n\n## A trip’s price\n\n```sh\n# not a heading\n```\n\n## [Linked](x.md) `code`\n'
const headings = new Map([
  ['docs/rules.md', headingsOf(rules)],
  ['docs/decisions/0021-closing.md', new Set<string>()],
])
const targets = {
  exists: (path: string) =>
    headings.has(path) || ['app/routes.ts', 'app', 'docs/a.server.ts'].includes(path),
  headings,
}
const code = (text: string): TextFile => ({ path: 'app/a.ts', text })
const page = (text: string): TextFile => ({ path: 'docs/page.md', text })

test('headings have GitHub’s anchors', () => {
  expect([...headingsOf(rules)]).toEqual(['rules', 'a-trips-price', 'linked-code'])
})
test.each([
  '// docs/rules.md#a-trips-price',
  ' * see docs/rules.md, decision 0021 and app/routes.ts',
  "const path = 'docs/none.md'",
  '/** As docs/a says. */',
])('%s leads somewhere, or is not a comment', (line) => {
  expect(brokenReferences(code(line), targets)).toEqual([])
})
test.each([
  ['// docs/rules.md#gone', 'docs/rules.md#gone'],
  ['/** (API.md) */', 'API.md'],
  [' * SPEC section 5', 'SPEC section 5'],
  ['# app/gone.ts', 'app/gone.ts'],
  ['x() // decisions 0021 and 0099', 'decision 0099'],
  ['// docs/decisions/0021', 'docs/decisions/0021'],
])('%s leads nowhere', (line, what) => {
  expect(brokenReferences(code(`\n${line}`), targets)).toEqual([
    `app/a.ts:2: ${what} does not exist`,
  ])
})
test('missing links, paths and scripts in a document are reported', () => {
  const text =
    '[a](rules.md#rules) [b](rules.md#gone) [c](../x.md) [d](https://x.org) `app/none.ts`, npm run gone'
  expect(brokenLinks(page(text), targets, new Set(['check']))).toEqual(
    ['rules.md#gone', '../x.md', 'app/none.ts', 'gone'].map(
      (what) => `docs/page.md:1: ${what} does not exist`,
    ),
  )
})
test('a wide line is reported, Chinese counted twice; tables, code and long words are not', () => {
  const wide = 'word '.repeat(21)
  const text = `${wide}\n| ${wide} |\n\`\`\`\n${wide}\n\`\`\`\n- ${'x'.repeat(120)}\n${'字'.repeat(49)} a\n${'字'.repeat(50)} a`
  expect(wideLines(page(text)).map((line) => line.split(':')[1])).toEqual(['1', '8'])
})
test('a comment wider than 100 columns is reported; code is the formatter’s, and directives are one line', () => {
  const wide = 'word '.repeat(20)
  const code = `// ${wide}\n * ${wide}\n/** ${wide} */\nconst a = '${wide}'\n// biome-ignore lint: ${wide}\n// ok`
  expect(wideComments(page(code)).map((line) => line.split(':')[1])).toEqual(['1', '2', '3'])
})
test('a figure that differs from its constant is reported, even across a line break', () => {
  const constants = new Map<string, unknown>([
    ['HOLD_MS', 900_000],
    ['DEPOSIT_PENCE', 2000],
    ['CODES_PER_DAY', 2000],
    ['NAME', { min: 2, max: 20 }],
    ['NUMBER_SETTINGS.mailPrice', { start: 1000 }],
  ])
  const right =
    '15\nminutes (`HOLD_MS`), £20 (`DEPOSIT_PENCE`), 2,000 a day (`CODES_PER_DAY`), 2 to 20 letters (`NAME`)'
  expect(wrongFigures(page(`${right}, £10 (\`NUMBER_SETTINGS.mailPrice\`)`), constants)).toEqual([])
  expect(wrongFigures(page('20 minutes (`HOLD_MS`), `x` (`GONE`)'), constants)).toEqual([
    'docs/page.md: HOLD_MS is 15 minutes; the text says 20 minutes',
    'docs/page.md: GONE does not exist',
  ])
})
test('a decision missing from the index or lacking a heading is reported', () => {
  const whole = { path: 'd/0001-a.md', text: '## Status\n## Context\n## Decision\n## Consequences' }
  const half = { path: 'd/0002-b.md', text: '## Status\n## Context\n## Decision' }
  const index = { path: 'd/README.md', text: '[0001](0001-a.md)' }
  expect(decisionProblems(index, [whole])).toEqual([])
  expect(decisionProblems(index, [half])).toEqual([
    'd/README.md: 0002-b.md is missing from the index',
    'd/0002-b.md: the heading "Consequences" is missing',
  ])
})
test('translations that differ in a command or a figure are reported, comments are not', () => {
  const one = { path: 'a.md', text: '```sh\nnpm test  # all\n```\n`npm start`: 14 minutes' }
  const same = { path: 'b.md', text: '```sh\nnpm test  # 全部\n```\n`npm start`，14 分钟' }
  expect(differences(one, same)).toEqual([])
  const other = { path: 'b.md', text: '```sh\nnpm test  # 全部\n```\n`npm run`，12 分钟' }
  expect(differences(one, other)).toEqual([
    'b.md: npm start is missing, a.md has it',
    'a.md: npm run is missing, b.md has it',
    'b.md: 14 is missing, a.md has it',
    'a.md: 12 is missing, b.md has it',
  ])
})
