import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { requireGroup, wayOut } from '#app/console/http/kind.server.ts'
import { useGroupName } from '#app/console/ui/group-words.tsx'
import { NothingHere } from '#app/console/ui/kit.tsx'
import { movePlace, readMoveChoices } from '#app/features/moves/service.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { countIn } from '#app/kernel/number.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { refused } from '#app/web/http/form.server.ts'
import { Banner } from '#app/web/ui/banner.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { NextCars } from './next-cars.tsx'

export const handle: PageHandle = { title: 'admin:car.move.title', console: true }

/** Money moves, so the administrator must have entered their password recently. */
const ACCESS = { scope: 'dispatch', confirmed: true } as const

type Params = { groupId?: string; participantId?: string }
const askedIn = ({ groupId = '', participantId = '' }: Params) => ({ id: groupId, participantId })

async function requireChoice(context: AppContext, params: Params) {
  const found = await readMoveChoices(context, askedIn(params))
  if (found.ok) return found.value
  throw new Response(null, { status: found.error.code === 'notFound' ? 404 : 503 })
}

/** The cars to which a passenger can move whose changed flight no longer suits this one. */
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
  const to = String(form.get('to'))
  const chosen = { to, seen: countIn(form, 'seen'), by: admin.id }
  const done = await movePlace(context, askedIn(params), chosen)
  if (!done.ok) return refused({ text: failureText(context.t, done.error) }, done.error.code)
  return redirectWithFlash(context, wayOut(admin, group, group.at), {
    kind: done.value === 'moved' ? 'success' : 'info',
    key: `admin:car.move.done.${done.value}`,
  })
}

export default function MovePlace() {
  const t = useT()
  const format = useFormat()
  const nameOf = useGroupName()
  const { group, choice, name, back } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const { price, isPaid, people, flightTime, refused: why, movingTo, last, cars } = choice
  const stops = movingTo ? t('admin:car.move.underWay') : why && t(`errors:moveRefused_${why}`)
  return (
    <Page
      width="text"
      title={t('admin:car.move.title')}
      lead={`${nameOf(group)} ${format.dateTime(group.at)}`}
      back={{ to: back, label: t('admin:group.cancel.back') }}
    >
      {refusal && (
        <Banner tone="danger" role="alert" title={t('admin:car.move.not')}>
          {refusal.text}
        </Banner>
      )}
      <Card>
        <Facts
          items={[
            { term: t('admin:car.move.who'), detail: name ?? t('admin:group.nobody') },
            { term: t('admin:car.move.people'), detail: people },
            { term: t('admin:car.move.flight'), detail: format.dateTime(flightTime) },
            {
              term: t(`admin:car.move.price.${isPaid ? 'paid' : 'open'}`),
              detail: format.money(price),
            },
          ]}
        />
      </Card>
      {stops ? (
        <Banner tone={movingTo ? 'info' : 'warn'}>{stops}</Banner>
      ) : (
        <>
          {last && !refusal && (
            <Banner tone="warn" title={t('admin:car.move.not')}>
              {t(`errors:moveRefused_${last.why}`)}
            </Banner>
          )}
          <p className="text-muted">{t(`admin:car.move.rule.${isPaid ? 'paid' : 'open'}`)}</p>
          <Section id="cars" title={t('admin:car.move.cars')}>
            {cars.length === 0 && <NothingHere>{t('admin:car.move.none')}</NothingHere>}
            <NextCars choice={choice} />
          </Section>
        </>
      )}
    </Page>
  )
}
