import { useT } from '#app/i18n/context.tsx'

/** The widget's key and script. */
export type Prove = { siteKey: string; scriptUrl: string }

/**
 * Cloudflare's widget, with which visitors prove that they are a person
 * (app/web/page-script/person.ts). Its height is reserved, so that nothing moves when it appears.
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
