import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './dev-config.ts'
import {
  compareLocales,
  compareUses,
  forbiddenIn,
  forbiddenWords,
  numbersIn,
  paidDeposits,
  readLocale,
  usesIn,
} from './locales.ts'

/**
 * Fails if a text is missing in a language, has different placeholders, is unused, contains a
 * figure from a rule, uses a word that the glossary forbids, calls a held deposit paid, or is in
 * the code instead of locales/.
 */
const folder = path.join(root, 'locales')
const languages = readdirSync(folder)
const locales = Object.fromEntries(
  languages.map((language) => [language, readLocale(path.join(folder, language))]),
)
const [first] = Object.values(locales)
if (!first) throw new Error('locales/ has no languages')
const namespaces = [...new Set([...first.keys()].map((key) => key.slice(0, key.indexOf(':'))))]

const files = globSync('{app,workers}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
)
const uses = files.map((file) =>
  usesIn(file, readFileSync(path.join(root, file), 'utf8'), namespaces),
)
// Schemas contain examples of user input, and development's tools are in English.
const EXAMPLES = /^(workers\/(dev|stripe|sms|email)|app\/(.*\/)?schemas)\/|schema\.server\.ts$/
const texts = files.flatMap((file, at) => (EXAMPLES.test(file) ? [] : (uses[at]?.texts ?? [])))

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const forbidden = forbiddenIn(read('docs/glossary.md'))
if (forbidden.length === 0) throw new Error('docs/glossary.md forbids no words')
const shown = globSync(['locales/*/*.json', 'db/seed/*.ts'], { cwd: root })

const problems = [
  ...compareLocales(locales),
  ...numbersIn(locales),
  ...paidDeposits(locales.zh ?? new Map()),
  ...compareUses(first, uses),
  ...forbiddenWords(
    forbidden,
    shown.flatMap((file) =>
      read(file)
        .split('\n')
        .map((line, at) => [`${file}:${at + 1}`, line] as const),
    ),
  ),
  ...texts,
]
for (const problem of problems) console.error(problem)
console.log(`${first.size} texts in ${languages.join(', ')}`)
process.exit(problems.length === 0 ? 0 : 1)
