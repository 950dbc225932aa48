import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useHref, useLoaderData } from '@remix-run/react'
import { waitPath } from '#app/carpool/ui/waitlist-paths.ts'
import { GroupFacts } from '#app/features/share/ui/group-facts.tsx'
import { sharedHandle } from '#app/features/share/ui/page-handle.ts'
import { SendOn } from '#app/features/share/ui/send-on.tsx'
import { imageOf, pasteOf, promiseOf, whatOf } from '#app/features/share/ui/words.ts'
import { requireShared, shareUrl } from '#app/group/http/shared.server.ts'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { LINK_LANGUAGE } from '#app/i18n/languages.ts'
import { AutoRefresh, TICKETS_MS } from '#app/web/ui/auto-refresh.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Page } from '#app/web/ui/page.tsx'
import { imagePath, SHARE_IMAGE_PX } from '#app/web/ui/share-image.ts'

type Data = Awaited<ReturnType<typeof loader>>

export const handle = sharedHandle

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { user } = await context.viewer()
  const found = await requireShared(context, params, user)
  const { language } = context
  const { kind, group } = found.shared
  return {
    ...found,
    language,
    url: shareUrl(context, kind, group.id),
    now: context.clock.now(),
  }
}

/** A group's public page: its facts, one button, and ways to share it. */
export default function SharePage() {
  const t = useT()
  const language = useLanguage()
  const data = useLoaderData<typeof loader>()
  const { shared, url, now } = data
  const { kind, group, openness } = shared
  const image = useHref(imagePath(imageOf(shared), language))
  const qr = useHref(`/share/${kind}/${group.id}/qr.svg?${LINK_LANGUAGE}=${language}`)
  return (
    <>
      {/* WeChat previews a link with the first large image on its page, which must actually be
          rendered, so this one is rendered off-screen. */}
      <img
        src={image}
        width={SHARE_IMAGE_PX}
        height={SHARE_IMAGE_PX}
        alt=""
        aria-hidden
        className="absolute -left-[9999px] max-w-none"
      />
      <Page title={whatOf(t, language, shared)} lead={promiseOf(t, shared)} width="text">
        <div className="flex flex-col gap-3">
          <AutoRefresh everyMs={TICKETS_MS}>
            <GroupFacts shared={shared} now={now} />
          </AutoRefresh>
          {(openness === 'full' || openness === 'over') && !data.isJoined && !data.isOffered && (
            <Banner tone="neutral">
              {t(openness === 'full' ? 'share:fullText' : 'share:overText')}
            </Banner>
          )}
          <MainButton {...data} />
        </div>
        <SendOn
          url={url}
          qr={qr}
          poster={`/share/${kind}/${group.id}/poster?${LINK_LANGUAGE}=${language}`}
          text={pasteOf(t, language, shared, url)}
        />
      </Page>
    </>
  )
}

/**
 * The button to join, or where else to go. A full page load, so that a visitor whose language
 * differs from the link's continues in their own.
 */
function MainButton({ shared, isJoined, isOffered }: Omit<Data, 'now' | 'url' | 'language'>) {
  const t = useT()
  const { kind, group, openness } = shared
  if (isJoined)
    return (
      <LinkButton to={kind === 'trip' ? `/trip/record/${group.id}` : '/rides'} wide>
        {t(`share:${kind}.joined`)}
      </LinkButton>
    )
  if (isOffered || openness === 'open' || openness === 'released')
    return (
      <LinkButton to={`/${kind}/${group.id}/join`} wide>
        {t(openness === 'released' ? 'carpool:card.joinInFull' : `share:${kind}.join`)}
      </LinkButton>
    )
  if (shared.kind === 'carpool' && openness === 'full')
    return (
      <LinkButton to={waitPath(group.id)} wide>
        {t('carpool:wait.submit')}
      </LinkButton>
    )
  const list = shared.kind === 'trip' ? '/trip' : `/carpool?tripType=${shared.group.tripType}`
  return (
    <LinkButton to={list} variant="secondary" wide>
      {t(`share:${kind}.other`)}
    </LinkButton>
  )
}
