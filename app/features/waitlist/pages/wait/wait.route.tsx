import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { habits } from '#app/carpool/http/traveller.server.ts'
import { carpoolWaitSchema } from '#app/carpool/schema.server.ts'
import { findCarpool, readCarpoolRecords } from '#app/carpool/service/carpool-reads.server.ts'
import { payPath, recordPath } from '#app/carpool/ui/paths.ts'
import { RideLine } from '#app/carpool/ui/ride-line.tsx'
import { waitPath } from '#app/carpool/ui/waitlist-paths.ts'
import {
  isListOpen,
  joinWaitlist,
  leaveWaitlist,
  readWait,
} from '#app/features/waitlist/service.server.ts'
import { luggageValues } from '#app/group/rules/luggage.ts'
import type { Viewer } from '#app/group/service/viewer.ts'
import { useT } from '#app/i18n/context.tsx'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { requireLogin } from '#app/web/http/guard.server.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Ended, OwnPlace } from './own-place.tsx'
import { WaitForm } from './wait-form.tsx'

export const handle: PageHandle = { title: 'carpool:wait.title' }

/** A car with a waitlist, open or closed; otherwise the 404 page. */
async function requireCar(context: AppContext, id: string | undefined, viewer: Viewer) {
  const carpool = await findCarpool(context, id ?? '', viewer, { ended: true })
  if (!carpool || carpool.private) throw new Response(null, { status: 404 })
  return carpool
}

/** The viewer's place on the waitlist, or the form to get one (docs/rules.md#waitlist). */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await requireLogin(context, request)
  const carpool = await requireCar(context, params.carpoolId, viewer)
  const [wait, records] = await Promise.all([
    readWait(context, { viewer, carpoolId: carpool.id }),
    readCarpoolRecords(context, viewer),
  ])
  const own = records.find(({ id, seat }) => id === carpool.id && seat !== 'gone')
  if (own) throw redirect((own.seat === 'held' ? payPath : recordPath)(own.participantId))
  const now = context.clock.now()
  return {
    carpool,
    wait,
    isOpen: isListOpen(carpool, now),
    values: { people: '1', ...luggageValues(habits(records[0] ?? null)) },
    now,
  }
}

/** Joins the waitlist, or leaves it with the `intent` leave. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireLogin(context, request)
  const { id: carpoolId, maxPassengers } = await requireCar(context, params.carpoolId, viewer)
  const form = await request.formData()
  const isLeaving = form.get('intent') === 'leave'
  const passed = await context.shield('waitlist/wait')
  const read =
    passed.ok && !isLeaving ? readForm(context, form, carpoolWaitSchema(maxPassengers - 1)) : passed
  const done = !read.ok
    ? read
    : read.value === null
      ? await leaveWaitlist(context, { viewer, carpoolId })
      : await joinWaitlist(context, { viewer, carpoolId, ...read.value })
  if (!done.ok) return refuseForm(context, form, done.error)
  const key = isLeaving ? 'carpool:wait.left' : 'carpool:wait.joined'
  return redirectWithFlash(context, waitPath(carpoolId), { key })
}

export default function WaitPage() {
  const t = useT()
  const { carpool, wait, isOpen, values, now } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Page
      width="text"
      title={t('carpool:wait.title')}
      lead={<RideLine carpool={carpool} />}
      back={{ to: '/carpool', label: t('carpool:wait.back') }}
    >
      {wait ? (
        <OwnPlace
          carpool={carpool}
          wait={wait}
          now={now}
          errors={answer?.result.errors[''] ?? []}
        />
      ) : isOpen ? (
        <WaitForm carpool={carpool} values={values} result={answer?.result ?? null} />
      ) : (
        <Ended carpool={carpool} />
      )}
    </Page>
  )
}
