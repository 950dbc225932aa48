import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { readListedWishes } from '#app/features/wishes/http/own-wishes.server.ts'
import { deleteOwnWish } from '#app/features/wishes/service/wishes.server.ts'
import { WishList } from '#app/features/wishes/ui/wish-list.tsx'
import { useT } from '#app/i18n/context.tsx'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { LinkButton } from '#app/web/ui/button.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'wish:title' }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireUser(context, request)
  return { wishes: await readListedWishes(context, viewer) }
}

/** Deletes one wish. If it has already ended, nothing is left to do. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireUser(context, request)
  const form = await request.formData()
  await deleteOwnWish(context, viewer, String(form.get('delete') ?? ''))
  return redirectWithFlash(context, '/wishes', { key: 'wish:deleted' })
}

/** The student's wishes, and the cars that fit them now (docs/rules.md#wishes). */
export default function WishesPage() {
  const t = useT()
  const { wishes } = useLoaderData<typeof loader>()
  return (
    <Page
      width="text"
      title={t('wish:title')}
      lead={t('wish:lead')}
      back={{ to: '/rides', label: t('ride:title') }}
      action={
        <LinkButton to="/wishes/new" variant="secondary">
          {t('wish:another')}
        </LinkButton>
      }
    >
      {wishes === null && <Banner tone="danger">{t('wish:failed')}</Banner>}
      {wishes?.length === 0 && <p>{t('wish:empty')}</p>}
      <WishList wishes={wishes ?? []} />
    </Page>
  )
}
