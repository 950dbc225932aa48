import { useT } from '#app/i18n/context.tsx'

/** The widget's key and script. */
export type Prove = { siteKey: string; scriptUrl: string }

/**
 * Shows that a person asks: Cloudflare's widget (app/web/page-script/person.ts). Its height is
 * reserved, so that nothing moves as it appears.
 */
export function PersonCheck({ siteKey, scriptUrl }: Prove) {
  const t = useT()
  return (
    <>
      <div data-person={siteKey} data-script={scriptUrl} className="min-h-[65px]" />
      <noscript>
        <p>{t('account:code.proveScripts')}</p>
      </noscript>
    </>
  )
}
