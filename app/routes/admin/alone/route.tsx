import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { countIn } from '#app/domain/number.ts'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm, refuseForm } from '#app/http/form.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { requireGroup, wayOut } from '#app/routes/admin/kind.server.ts'
import { aloneFormSchema } from '#app/schemas/dispatch.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { useGroupName } from '#app/ui/admin/group-words.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Card, Facts } from '#app/ui/card.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { Offer, Offered } from './offer.tsx'

export const handle: PageHandle = { title: 'admin:car.alone.title', console: true }

/** The passenger is asked for money, so the administrator must have just entered their password. */
const ACCESS = { scope: 'dispatch', confirmed: true } as const

type Params = { groupId?: string; participantId?: string }
const askedIn = ({ groupId = '', participantId = '' }: Params) => ({ id: groupId, participantId })

async function requireChoice({ admin }: AppContext, params: Params) {
  const found = await (await admin.alone()).choice(askedIn(params))
  if (found.ok) return found.value
  throw new Response(null, { status: found.error.code === 'notFound' ? 404 : 503 })
}

/** Offers a private car to a passenger whose changed flight no longer fits their carpool. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context, request, ACCESS)
  const group = await requireGroup(context, admin.id, 'carpool', params.groupId)
  const choice = await requireChoice(context, params)
  const place = group.places.find(({ participantId }) => participantId === choice.participantId)
  return { group, choice, name: place?.person?.name ?? null, back: wayOut(admin, group, group.at) }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, ACCESS)
  const group = await requireGroup(context, admin.id, 'carpool', params.groupId)
  const form = await request.formData()
  const alone = await context.admin.alone()
  const isAway = form.get('intent') === 'withdraw'
  const read = isAway ? null : readForm(context, form, aloneFormSchema)
  if (read && !read.ok) return refuseForm(context, form, read.error)
  const done = read
    ? await alone.offer(askedIn(params), {
        carpoolAt: read.value.carpoolDatetime,
        seen: countIn(form, 'seen'),
        by: admin.id,
      })
    : await alone.withdraw(askedIn(params), admin.id)
  if (!done.ok) return refuseForm(context, form, done.error)
  return redirectWithFlash(context, wayOut(admin, group, group.at), {
    kind: 'success',
    key: `admin:car.alone.done.${isAway ? 'withdrawn' : 'offered'}`,
  })
}

export default function AlonePage() {
  const t = useT()
  const format = useFormat()
  const nameOf = useGroupName()
  const { group, choice, name, back } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result ?? null
  const { people, flightTime, price, amount, refused: why, isGoing, offer } = choice
  const stops = isGoing ? t('admin:car.move.underWay') : why && t(`errors:moveRefused_${why}`)
  return (
    <Page
      width="text"
      title={t('admin:car.alone.title')}
      lead={`${nameOf(group)} ${format.dateTime(group.at)}`}
      back={{ to: back, label: t('admin:group.cancel.back') }}
    >
      <Card>
        <Facts
          items={[
            { term: t('admin:car.move.who'), detail: name ?? t('admin:group.nobody') },
            { term: t('admin:car.move.people'), detail: people },
            { term: t('admin:car.move.flight'), detail: format.dateTime(flightTime) },
            { term: t('admin:car.alone.price'), detail: format.money(price) },
            { term: t('admin:car.alone.amount'), detail: format.money(amount) },
          ]}
        />
      </Card>
      {offer && <Offered offer={offer} />}
      {stops && !offer ? (
        <Banner tone={isGoing ? 'info' : 'warn'}>{stops}</Banner>
      ) : (
        !offer?.agreed && <Offer choice={choice} result={result} />
      )}
    </Page>
  )
}
