import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useHref, useLoaderData } from '@remix-run/react'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { LINK_LANGUAGE } from '#app/i18n/languages.ts'
import { shareUrl } from '#app/routes/share/shared.server.ts'
import { requireSlot } from '#app/routes/share/slot.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Page } from '#app/ui/page.tsx'
import { SendOn } from '#app/ui/share/send-on.tsx'
import { slotHandle } from '#app/ui/wish/page-handle.ts'
import { pasteOfSlot, waitingWords } from '#app/ui/wish/words.ts'

export const handle = slotHandle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { language } = context
  const slot = await requireSlot(context, params.slot)
  return { slot, language, url: shareUrl(context, 'wish', slot.id) }
}

/**
 * A part of a day for which people look for a car, for sharing: to wish for the same, to open a car
 * for all, and the ways to send it on.
 */
export default function WishSlotPage() {
  const t = useT()
  const language = useLanguage()
  const { slot, url } = useLoaderData<typeof loader>()
  const { tripType, airportId, day: date, part: time } = slot
  const search = new URLSearchParams({ tripType, airportId, date, time })
  const what = waitingWords(t, language, slot)
  const qr = useHref(`/share/wish/${slot.id}/qr.svg?${LINK_LANGUAGE}=${language}`)
  return (
    <Page title={what} lead={t('wish:board.lead')} width="text">
      <div className="flex flex-col gap-3">
        <LinkButton to={`/wishes/new?${search}`} wide reloadDocument>
          {t('wish:board.too')}
        </LinkButton>
        <LinkButton to={`/carpool/create?${search}`} variant="secondary" wide reloadDocument>
          {t('wish:board.open')}
        </LinkButton>
      </div>
      <SendOn
        url={url}
        qr={qr}
        poster={`/share/wish/${slot.id}/poster?${LINK_LANGUAGE}=${language}`}
        text={pasteOfSlot(t, language, slot, url)}
      />
    </Page>
  )
}
