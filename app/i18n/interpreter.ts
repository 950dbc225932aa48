import { constants } from './constants.ts'
import type { Translate } from './keys.ts'
import type { Language } from './languages.ts'

/** The texts of one language as they are sent to the browser: namespace → nested keys → text. */
export type Strings = { [key: string]: string | Strings }

/**
 * The browser's replacement for i18next, a thousandth of its size: the same texts, `{{name}}`, the
 * plural forms `_one`/`_other`, and a `context` that selects `key_context`. A test compares the two
 * on every key.
 */
export function createInterpreter(strings: Strings, language: Language): Translate {
  const plural = new Intl.PluralRules(language)
  const find = (path: string[]) =>
    path.reduce<string | Strings | undefined>(
      (at, key) => (typeof at === 'object' ? at[key] : undefined),
      strings,
    )
  return (key, params = {}) => {
    const path = key.split(/[:.]/)
    const last = path.pop() ?? ''
    const { count, context } = params
    const form =
      typeof count === 'number' ? find([...path, `${last}_${plural.select(count)}`]) : undefined
    const variant = context === undefined ? undefined : find([...path, `${last}_${context}`])
    const text = form ?? variant ?? find([...path, last])
    if (typeof text !== 'string') return key
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String(params[name] ?? constants[name] ?? ''),
    )
  }
}
