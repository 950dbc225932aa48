import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type Format, formatOf } from './format.ts'
import type { Translate } from './keys.ts'
import type { Language } from './languages.ts'

type I18n = { language: Language; t: Translate; format: Format }

const I18nContext = createContext<I18n | null>(null)

/** Provides the page's language: i18next's `t` on the server, the interpreter's in the browser. */
export function I18nProvider(props: { language: Language; t: Translate; children: ReactNode }) {
  const { language, t, children } = props
  const value = useMemo(() => ({ language, t, format: formatOf(t) }), [language, t])
  return <I18nContext.Provider value={value}>{children}</I18nContext.Provider>
}

function useI18n(): I18n {
  const value = useContext(I18nContext)
  if (!value) throw new Error('a component that shows text is rendered outside <I18nProvider>')
  return value
}

/** The translator of the page's language: `t('carpool:card.join')`. */
export const useT = (): Translate => useI18n().t
export const useLanguage = (): Language => useI18n().language
/** Dates, London time, money and durations in the page's language. */
export const useFormat = (): Format => useI18n().format
