import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { qrPath } from '#app/features/share/qr-path.server.ts'
import { sharedHandle } from '#app/features/share/ui/page-handle.ts'
import { posterFacts } from '#app/features/share/ui/poster-facts.ts'
import { PosterView } from '#app/features/share/ui/poster-view.tsx'
import { pasteOf } from '#app/features/share/ui/words.ts'
import { requireShared, shareUrl } from '#app/group/http/shared.server.ts'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { LINK_LANGUAGE } from '#app/i18n/languages.ts'
import { isInApp } from '#app/web/http/in-app.server.ts'
import { requireShield } from '#app/web/http/shield.server.ts'
import { Page } from '#app/web/ui/page.tsx'

export const handle = sharedHandle

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireShield(context, 'share/poster')
  const { shared } = await requireShared(context, params, null)
  const url = shareUrl(context, shared.kind, shared.group.id)
  const { language } = context
  return { shared, language, url, qr: qrPath(url), inApp: isInApp(request) }
}

/** A public group's poster. */
export default function PosterPage() {
  const t = useT()
  const language = useLanguage()
  const { shared, url, qr, inApp } = useLoaderData<typeof loader>()
  const back = `/share/${shared.kind}/${shared.group.id}?${LINK_LANGUAGE}=${language}`
  return (
    <Page
      title={t('share:poster.title')}
      lead={t('share:poster.lead')}
      back={{ to: back, label: t('share:poster.back') }}
      width="text"
    >
      <PosterView
        facts={posterFacts(t, language, shared)}
        qr={qr}
        text={pasteOf(t, language, shared, url)}
        inApp={inApp}
      />
    </Page>
  )
}
