import { useHref, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { htmlLang, type Language, LINK_LANGUAGE, otherLanguage } from '#app/i18n/languages.ts'
import { Icon, Languages } from './icon.tsx'

const FORM = 'language'

/**
 * Switches the language and stays on the page. A form that loads a new document: it brings the
 * other language's texts and works without scripts.
 */
export function LanguageToggle() {
  const { pathname, search } = useLocation()
  const action = useHref('/language')
  const other = otherLanguage(useLanguage())
  return (
    <form method="post" id={FORM} action={action}>
      <input type="hidden" name="returnTo" value={pathname + inLanguage(search, other)} />
      <LanguageButton>
        <Icon of={Languages} className="hidden text-muted xs:block" />
      </LanguageButton>
    </form>
  )
}

/** The toggle's button; in a sheet, which covers the page's toggle, it sends that one's form. */
export function LanguageButton({ children }: { children?: ReactNode }) {
  const t = useT()
  const other = otherLanguage(useLanguage())
  return (
    <button
      type="submit"
      form={FORM}
      name="language"
      value={other}
      className="flex min-h-11 items-center gap-2 rounded-card px-3 whitespace-nowrap text-ink hover:bg-ground"
    >
      {children}
      <span aria-hidden lang={htmlLang[other]}>
        {t(`common:language.${other}`)}
      </span>
      <span className="for-ears">{t('common:language.switchTo')}</span>
    </button>
  )
}

/** If the link names a language, replaces it with the new one. */
function inLanguage(search: string, language: Language): string {
  const params = new URLSearchParams(search)
  if (!params.has(LINK_LANGUAGE)) return search
  params.set(LINK_LANGUAGE, language)
  return `?${params}`
}
