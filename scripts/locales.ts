import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** A key's forms in one language: its plain text, or one text per plural category. */
export type Forms = Map<string, string>
/** `namespace:path.to.key` → forms (`''` is the plain one). */
export type Locale = Map<string, Forms>

type Nested = { [key: string]: string | Nested }
const PLURAL = /_(zero|one|two|few|many|other)$/

/** Reads locales/<language>: every file is a namespace. */
export function readLocale(folder: string): Locale {
  const locale: Locale = new Map()
  for (const file of readdirSync(folder)) {
    const strings: Nested = JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
    addTexts(locale, `${path.basename(file, '.json')}:`, strings)
  }
  return locale
}

function addTexts(locale: Locale, prefix: string, strings: Nested) {
  for (const [name, value] of Object.entries(strings)) {
    if (typeof value !== 'string') {
      addTexts(locale, `${prefix}${name}.`, value)
      continue
    }
    const key = prefix + name.replace(PLURAL, '')
    const forms = locale.get(key) ?? new Map<string, string>()
    forms.set(PLURAL.exec(name)?.[1] ?? '', value)
    locale.set(key, forms)
  }
}

const placeholders = (forms: Forms) =>
  [
    ...new Set(
      [...forms.values()].flatMap((text) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1])),
    ),
  ]
    // A plural form may omit its number: "one thing".
    .filter((name) => !(name === 'count' && !forms.has('')))
    .sort()
    .join(', ')

/** Differences between languages: keys, placeholders, plural forms, empty texts. */
export function compareLocales(locales: Record<string, Locale>): string[] {
  const problems: string[] = []
  const keys = new Set(Object.values(locales).flatMap((locale) => [...locale.keys()]))
  for (const key of keys) {
    const names = new Set<string>()
    for (const [language, locale] of Object.entries(locales)) {
      const forms = locale.get(key)
      if (!forms) {
        problems.push(`${key} is missing in ${language}`)
        continue
      }
      names.add(placeholders(forms))
      if ([...forms.values()].some((text) => text.trim() === ''))
        problems.push(`${key} is empty in ${language}`)
      const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      if (!forms.has('') && wanted.some((category) => !forms.has(category)))
        problems.push(`${key} needs the plural forms ${wanted.join(', ')} in ${language}`)
    }
    // Each language has its own way to write a date and to abbreviate it.
    if (names.size > 1 && !key.startsWith('common:date.'))
      problems.push(
        `${key} has different placeholders in the languages: ${[...names].map((n) => `{${n}}`).join(' or ')}`,
      )
  }
  return problems
}

/** Texts used in a source file: keys it names, patterns it builds, and literal texts. */
export type Uses = { keys: Set<string>; patterns: Set<string>; texts: string[] }

const SHOWN_ATTRIBUTES = /^(alt|title|placeholder|label|aria-label|aria-description)$/
const HAN = /\p{Script=Han}/u
const WORD = /\p{L}{2}/u

/** Finds keys in a source file by parsing it, so that comments and look-alikes do not count. */
export function usesIn(file: string, source: string, namespaces: readonly string[]): Uses {
  const uses: Uses = { keys: new Set(), patterns: new Set(), texts: [] }
  const isKey = new RegExp(`^(${namespaces.join('|')}):[\\w.]*$`)
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const report = (node: ts.Node, text: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
    uses.texts.push(
      `${file}:${line + 1} contains text that belongs in locales/: ${text.trim().slice(0, 40)}`,
    )
  }
  const visit = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node)) {
      if (isKey.test(node.text)) uses.keys.add(node.text)
      if (HAN.test(node.text) || isShownAttribute(node)) report(node, node.text)
    } else if (ts.isTemplateExpression(node)) {
      if (isKey.test(node.head.text)) uses.patterns.add(patternOf(node))
      if (HAN.test(node.getText())) report(node, node.getText())
    } else if (ts.isJsxText(node) && WORD.test(node.text)) report(node, node.text)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return uses
}

const isShownAttribute = (node: ts.StringLiteralLike) =>
  ts.isJsxAttribute(node.parent) &&
  SHOWN_ATTRIBUTES.test(node.parent.name.getText()) &&
  WORD.test(node.text)

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const patternOf = (node: ts.TemplateExpression) =>
  `^${literally(node.head.text)}${node.templateSpans.map((span) => `[\\w.]+${literally(span.literal.text)}`).join('')}$`

/** Unused keys, and used keys that do not exist. */
export function compareUses(locale: Locale, uses: readonly Uses[]): string[] {
  const keys = new Set(uses.flatMap((use) => [...use.keys]))
  const patterns = [...new Set(uses.flatMap((use) => [...use.patterns]))].map(
    (source) => new RegExp(source),
  )
  const known = [...locale.keys()]
  return [
    ...known
      .filter((key) => !keys.has(key) && !patterns.some((pattern) => pattern.test(key)))
      .map((key) => `${key} is not used anywhere`),
    ...[...keys]
      .filter((key) => !locale.has(key))
      .map((key) => `${key} is used but missing in locales/`),
    ...patterns
      .filter((pattern) => !known.some((key) => pattern.test(key)))
      .map((pattern) => `no key matches ${pattern.source}`),
  ]
}

/**
 * A rule's figure in a text: an amount, or a number of hours or minutes. (`1 to 2 hours` is advice,
 * not a rule.)
 */
const RULE_NUMBER =
  /£(?:[2-9]|\d{2,})\d*|(?<!\d )(?<!to )(?<!到 )\b\d+ ?(?:hours?|minutes?|小时|分钟)/

/**
 * Texts that contain a rule's figure instead of its name (app/i18n/constants.ts), and would become
 * wrong if the rule changed.
 */
export function numbersIn(locales: Record<string, Locale>): string[] {
  return Object.entries(locales).flatMap(([language, texts]) =>
    [...texts].flatMap(([key, forms]) => {
      const found = RULE_NUMBER.exec([...forms.values()].join('\n'))
      return found ? [`${key} in ${language} says ${found[0]}: use a parameter`] : []
    }),
  )
}

/** Returns the first column of the glossary's table of forbidden words. */
export function forbiddenIn(glossary: string): string[] {
  const section = /^## Forbidden words$([\s\S]*?)^## /m.exec(glossary)?.[1] ?? ''
  return [...section.matchAll(/^\| (.+?) \|/gm)].flatMap(([, word = '']) =>
    word === 'word' ? [] : [word],
  )
}

/** Texts about a deposit that is charged at once: a trip's, the last seat's, a complete car's. */
const CHARGED =
  /^trip:|[.:]trip(\.|$)|_trip$|^docs:.*Trip|^pay:(again.*Taken$|refused\.depositAgain|deposit\..*\.pay)/

/** Returns a complaint for each Chinese text that calls a held deposit paid (docs/glossary.md). */
export const paidDeposits = (texts: Locale): string[] =>
  [...texts].flatMap(([key, forms]) =>
    !CHARGED.test(key) && [...forms.values()].some((text) => /付[了好过]?押金/.test(text))
      ? [`${key} says 付押金 of a deposit that is held: 冻结押金, or 交押金 where it is about both`]
      : [],
  )

/** Returns a complaint for each text that contains a forbidden word; `texts` have names. */
export function forbiddenWords(
  words: readonly string[],
  texts: Iterable<readonly [name: string, text: string]>,
): string[] {
  return [...texts].flatMap(([name, text]) =>
    words
      .filter((word) => text.includes(word))
      .map((word) => `${name} says ${word}, which docs/glossary.md forbids`),
  )
}
