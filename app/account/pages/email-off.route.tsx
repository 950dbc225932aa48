import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useT } from '#app/i18n/context.tsx'
import { pressWayOut, readWayOut, type WayOut } from '#app/notices/service/email-stops.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'account:emailOff.title' }

const tokenOf = (request: Request): string => new URL(request.url).searchParams.get('to') ?? ''

/** All invalid links get the same answer. */
const answer = (out: WayOut | null) => data({ out }, { status: out ? 200 : 404 })

/** Shows what a link does, changing nothing: email scanners open every link. */
export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  answer(await readWayOut(context, tokenOf(request)))

/**
 * Unsubscribes, for the page's button and for mail programs that send `List-Unsubscribe=One-Click`
 * (RFC 8058): without a login and from any origin, since the signature authorises it.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const isBack = (await request.formData()).get('intent') === 'back'
  return answer(await pressWayOut(context, tokenOf(request), isBack))
}

/** The unsubscribe page of our emails (docs/rules.md#emails). */
export default function EmailOffPage() {
  const t = useT()
  const loaded = useLoaderData<typeof loader>()
  const { out } = useActionData<typeof action>() ?? loaded
  return (
    <Page
      width="form"
      title={t('account:emailOff.title')}
      back={{ to: '/', label: t('common:action.backHome') }}
    >
      {out ? (
        <Way out={out} />
      ) : (
        <Banner tone="warn" title={t('account:emailOff.gone')}>
          {t('account:emailOff.goneText')}
        </Banner>
      )}
    </Page>
  )
}

function Way({ out: { way, email, isDone } }: { out: WayOut }) {
  const t = useT()
  // Only the account's owner can turn emails on again.
  const isBack = isDone && way === 'unwanted'
  return (
    <>
      {isDone && (
        <Banner tone="ok" role="status" title={t(`account:emailOff.${way}.done`, { email })}>
          {t(`account:emailOff.${way}.doneText`)}
        </Banner>
      )}
      {(!isDone || isBack) && (
        <Card>
          <form method="post" className="flex flex-col gap-4">
            {!isDone && (
              <p className="break-words">{t(`account:emailOff.${way}.ask`, { email })}</p>
            )}
            <Button
              type="submit"
              name="intent"
              value={isBack ? 'back' : 'off'}
              variant={isBack ? 'secondary' : 'primary'}
            >
              {isBack ? t('account:emailOff.back') : t(`account:emailOff.${way}.do`)}
            </Button>
          </form>
        </Card>
      )}
    </>
  )
}
