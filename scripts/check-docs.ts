import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as leaps from '../app/catalog/rules/pricing/leaps.ts'
import { NUMBER_SETTINGS } from '../app/catalog/rules/settings.ts'
import * as admin from '../app/kernel/admin.ts'
import * as limits from '../app/kernel/limits.ts'
import * as points from '../app/kernel/points.ts'
import packageJson from '../package.json' with { type: 'json' }
import { root } from './dev-config.ts'
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

/**
 * Fails on broken references and links, Markdown lines and comments that are too wide, figures that
 * differ from the code, decisions missing from their index or without the template's headings, and
 * translations that differ in commands or figures.
 */
const readFiles = (pattern: string): TextFile[] =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }).map((file) => ({
    path: file,
    text: readFileSync(path.join(root, file), 'utf8'),
  }))

const documents = readFiles('{*.md,{docs,tests,.github}/**/*.md}')
const code = readFiles(
  '{*.{ts,toml},.*.mjs,{app,db,locales,scripts,tests,workers}/**/*.{ts,tsx,mjs,css}}',
)
const find = (name: string): TextFile => {
  const found = documents.find((file) => file.path === name)
  if (!found) throw new Error(`${name} is missing`)
  return found
}

const targets = {
  exists: (name: string) => existsSync(path.join(root, name)),
  headings: new Map(documents.map((file) => [file.path, headingsOf(file.text)])),
}
const settings = Object.entries(NUMBER_SETTINGS).map(
  ([name, of]) => [`NUMBER_SETTINGS.${name}`, of] as const,
)
const constants = new Map<string, unknown>([
  ...Object.entries({ ...limits, ...points, ...leaps, ...admin }),
  ...settings,
])
const records = documents.filter((file) => /^docs\/decisions\/\d/.test(file.path))

const problems = [
  ...documents.flatMap(wideLines),
  ...code.flatMap(wideComments),
  ...documents.flatMap((file) =>
    brokenLinks(file, targets, new Set(Object.keys(packageJson.scripts))),
  ),
  // The check's own test is full of broken references.
  ...code
    .filter((file) => file.path !== 'scripts/docs.test.ts')
    .flatMap((file) => brokenReferences(file, targets)),
  ...[find('docs/rules.md'), find('docs/api.md')].flatMap((file) => wrongFigures(file, constants)),
  ...decisionProblems(find('docs/decisions/README.md'), records),
  ...differences(find('README.md'), find('README.zh.md')),
  ...differences(find('docs/deploy.md'), find('docs/deploy.zh.md')),
]
for (const problem of problems) console.error(problem)
console.log(`${documents.length} documents`)
process.exit(problems.length === 0 ? 0 : 1)
