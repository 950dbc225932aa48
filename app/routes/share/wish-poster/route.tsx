import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { spanOfDay } from '#app/domain/day-part.ts'
import { isInApp } from '#app/http/in-app.server.ts'
import { requireShield } from '#app/http/shield.server.ts'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { LINK_LANGUAGE } from '#app/i18n/languages.ts'
import { qrPath } from '#app/routes/share/qr-path.server.ts'
import { shareUrl } from '#app/routes/share/shared.server.ts'
import { requireSlot } from '#app/routes/share/slot.server.ts'
import { Page } from '#app/ui/page.tsx'
import { PosterView } from '#app/ui/share/poster-view.tsx'
import { slotHandle } from '#app/ui/wish/page-handle.ts'
import { wishPosterFacts } from '#app/ui/wish/poster-facts.ts'
import { pasteOfSlot } from '#app/ui/wish/words.ts'

export const handle = slotHandle

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireShield(context, 'share/wish-poster')
  const { language } = context
  const slot = await requireSlot(context, params.slot)
  const url = shareUrl(context, 'wish', slot.id)
  const span = spanOfDay(slot.day, slot.part)
  return { slot, span, language, url, qr: qrPath(url), inApp: isInApp(request) }
}

/** The poster of a part of a day for which people look for a car. */
export default function WishPosterPage() {
  const t = useT()
  const language = useLanguage()
  const { slot, span, url, qr, inApp } = useLoaderData<typeof loader>()
  const back = `/share/wish/${slot.id}?${LINK_LANGUAGE}=${language}`
  return (
    <Page
      title={t('share:poster.title')}
      lead={t('share:poster.lead')}
      back={{ to: back, label: t('share:poster.back') }}
      width="text"
    >
      <PosterView
        facts={wishPosterFacts(t, language, { ...slot, ...span })}
        qr={qr}
        text={pasteOfSlot(t, language, slot, url)}
        inApp={inApp}
      />
    </Page>
  )
}
