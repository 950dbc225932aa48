import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { htmlLang, LINK_LANGUAGE, otherLanguage } from '#app/i18n/languages.ts'
import { Icon, Languages } from '#app/web/ui/icon.tsx'

/** The frame of a driver's page. It has no navigation, since drivers have no account. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useT()
  const other = otherLanguage(useLanguage())
  const { search } = useLocation()
  const params = new URLSearchParams(search)
  params.set(LINK_LANGUAGE, other)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-line border-b bg-surface">
        <div className="mx-auto flex w-full max-w-page items-center justify-between px-4 py-1">
          <p className="font-bold text-18 text-brand">{t('common:appName')}</p>
          <a
            href={`?${params}`}
            lang={htmlLang[other]}
            className="flex min-h-11 items-center gap-2 text-ink no-underline"
          >
            <Icon of={Languages} className="text-muted" />
            {t(`common:language.${other}`)}
          </a>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-page flex-1 px-4 py-6">
        {children}
      </main>
    </div>
  )
}
