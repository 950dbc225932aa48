import type { Language } from './languages.ts'

// Whole names, unlike abbreviated ones, are the same in all versions of language data.
const LOCALES: Record<Language, string> = { zh: 'zh-CN', en: 'en-GB' }

/**
 * A date field's value in words, shown beside the browser's own picker: `12月9日 星期三`,
 * `Wednesday 9 December`. Returns '' for an invalid date.
 */
export function dateWords(language: Language, value: string): string {
  const at = /^\d{4}-\d\d-\d\d(T|$)/.test(value) ? Date.parse(value.slice(0, 10)) : Number.NaN
  if (Number.isNaN(at)) return ''
  const words = (look: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[language], { timeZone: 'UTC', ...look }).format(at)
  const [weekday, day] = [words({ weekday: 'long' }), words({ month: 'long', day: 'numeric' })]
  return language === 'zh' ? `${day} ${weekday}` : `${weekday} ${day}`
}
