import { useHref, useLocation } from '@remix-run/react'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { htmlLang, type Language, LINK_LANGUAGE, otherLanguage } from '#app/i18n/languages.ts'
import { Icon, Languages } from './icon.tsx'

/**
 * Switches the language and stays on the page. A form that loads a new document: it brings the
 * other language's texts and works without scripts.
 */
export function LanguageToggle() {
  const t = useT()
  const { pathname, search } = useLocation()
  const action = useHref('/language')
  const other = otherLanguage(useLanguage())
  return (
    <form method="post" action={action}>
      <input type="hidden" name="returnTo" value={pathname + inLanguage(search, other)} />
      <button
        type="submit"
        name="language"
        value={other}
        className="flex min-h-11 items-center gap-2 rounded-card px-3 whitespace-nowrap text-ink hover:bg-ground"
      >
        <Icon of={Languages} className="hidden text-muted xs:block" />
        <span aria-hidden lang={htmlLang[other]}>
          {t(`common:language.${other}`)}
        </span>
        <span className="for-ears">{t('common:language.switchTo')}</span>
      </button>
    </form>
  )
}

/** If the link names a language, replaces it with the new one. */
function inLanguage(search: string, language: Language): string {
  const params = new URLSearchParams(search)
  if (!params.has(LINK_LANGUAGE)) return search
  params.set(LINK_LANGUAGE, language)
  return `?${params}`
}
