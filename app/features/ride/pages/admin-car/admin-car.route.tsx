import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { kindOf, requireGroup, wayOut } from '#app/console/http/kind.server.ts'
import type { Admin } from '#app/console/service/accounts.server.ts'
import { assignCar } from '#app/console/service/dispatch.server.ts'
import type { GroupView } from '#app/console/service/group-views.server.ts'
import { unassignCar } from '#app/console/service/groups.server.ts'
import { groupPath, useGroupName } from '#app/console/ui/group-words.tsx'
import { carFormSchema } from '#app/features/ride/dispatch-schema.server.ts'
import { WARNINGS } from '#app/features/ride/rules/ride-state.ts'
import { driverLinks } from '#app/features/ride/service/drive.server.ts'
import { readTold } from '#app/features/ride/service/driver-texts.server.ts'
import { listFleet } from '#app/features/ride/service/fleet.server.ts'
import { DriveLink } from '#app/features/ride/ui/drive-link.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { RideId } from '#app/kernel/id.ts'
import { countIn } from '#app/kernel/number.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { type FormRefusal, readForm, refuseForm } from '#app/web/http/form.server.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { isCarId, NEW, shownCar, stopsIn } from './car-form.server.ts'
import { Conflict } from './conflict.tsx'
import { CarForm, type Confirmation } from './form.tsx'
import { Withdraw } from './withdraw.tsx'

export const handle: PageHandle = { title: 'admin:car.title', console: true }

const ACCESS = { scope: 'dispatch' } as const

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const admin = await requireAdmin(context, request, ACCESS)
  const { carId = NEW } = params
  if (carId !== NEW && !isCarId(carId)) throw new Response(null, { status: 404 })
  const group = await requireGroup(context, admin.id, kindOf(request), params.groupId)
  const { vehicles, drivers } = await listFleet(context)
  const waitFor = new URL(request.url).searchParams.get('for')
  const { car, ...shown } = await shownCar(context, group, carId, waitFor)
  return {
    group,
    shown: { car, ...shown },
    back: wayOut(admin, group, car?.meetAt ?? group.at),
    vehicles: vehicles.filter(({ archived }) => !archived),
    drivers: drivers.filter(({ archived }) => !archived),
    links: car && driverLinks(context, group.id, car),
    told: car && (await readTold(context, group.id, car)),
  }
}

/** Assigns, changes or withdraws a car. A refusal shows the saved version if that has changed. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const admin = await requireAdmin(context, request, ACCESS)
  const kind = kindOf(request)
  const group = await requireGroup(context, admin.id, kind, params.groupId)
  const form = await request.formData()
  const carId = params.carId === NEW ? String(form.get('id')) : (params.carId ?? '')
  if (!isCarId(carId)) throw new Response(null, { status: 404 })
  const isAway = form.get('intent') === 'withdraw'
  const done = await (isAway ? withdraw : assign)(context, group, { carId, form, by: admin.id })
  if (!done.ok) {
    const isStale = done.error.code === 'versionConflict'
    const now = isStale
      ? await shownCar(context, await requireGroup(context, admin.id, kind, group.id), carId)
      : null
    return refuseForm(context, form, done.error, { now, isAway, confirming: confirmingIn(form) })
  }
  const to = wayOut(admin, group, done.value)
  const key = isAway ? 'admin:car.withdrawn' : 'admin:car.saved'
  return redirectWithFlash(context, to, { key })
}

type CarRequest = { carId: RideId; form: FormData; by: Admin['id'] }
/** The meeting time of the saved car, or why the form is refused. */
type Done = { ok: true; value: number } | { ok: false; error: FormRefusal }

/** The version an administrator has seen; `over`: the version they agreed to replace. */
const seenIn = (form: FormData) => countIn(form, form.has('over') ? 'over' : 'seen')

async function withdraw(
  context: AppContext,
  group: GroupView,
  { carId, form, by }: CarRequest,
): Promise<Done> {
  const reason = String(form.get('reason') ?? '').trim() || null
  const command = { carId, seen: seenIn(form), reason, by }
  const done = await unassignCar(context, group.about.kind, group.id, command)
  const car = group.ride.cars.find(({ id }) => id === carId)
  return done.ok ? { ok: true, value: car?.meetAt ?? group.at } : done
}

async function assign(
  context: AppContext,
  group: GroupView,
  { carId, form, by }: CarRequest,
): Promise<Done> {
  const read = readForm(context, form, carFormSchema)
  if (!read.ok) return read
  const { reason, ...choice } = read.value
  const about = { carId, reason: reason || null, seen: seenIn(form) }
  const stops = stopsIn(form)
  if (stops === null) {
    const errors = { stops: [context.t('errors:field.invalidLocalTime')] }
    return { ok: false, error: { code: 'validationFailed', errors } }
  }
  const { warnings } = confirmingIn(form)
  const chosen = { ...choice, ...(stops && { stops }), ...about, confirmed: warnings }
  const done = await assignCar(context, group, chosen, by)
  return done.ok ? { ok: true, value: choice.meetAt } : done
}

/** The warnings a form accepts, valid only for the vehicle, driver, time and passengers shown. */
function confirmingIn(form: FormData): Confirmation {
  const about = ['vehicleId', 'driverId', 'meetAt', 'places'].flatMap((name) => form.getAll(name))
  const shownFor = about.join(' ')
  const ticked = form.get('shownFor') === shownFor ? form.getAll('confirm') : []
  return { shownFor, warnings: WARNINGS.filter((one) => ticked.includes(one)) }
}

/** Assigns a vehicle and a driver to a group, and where and when they meet it. */
export default function CarPage() {
  const t = useT()
  const format = useFormat()
  const nameOf = useGroupName()
  const { group, back, links, told, vehicles, drivers, ...loaded } = useLoaderData<typeof loader>()
  const {
    result = null,
    isAway = false,
    now = null,
    confirming,
  } = useActionData<typeof action>() ?? {}
  const shown = now ?? loaded.shown
  const day = format.date(group.at)
  const backLabel = back.startsWith('/admin/day')
    ? t('admin:day.title')
    : t(`admin:group.one.${group.about.kind}`, { day })
  const path = `${groupPath(group)}/car/${shown.values.id}`
  const of = (mine: boolean) => (mine ? result : null)
  return (
    <Page
      width="text"
      title={t(shown.isNew ? 'admin:car.assign' : 'admin:car.title')}
      lead={`${nameOf(group)} ${format.dateTime(group.at)}`}
      back={{ to: back, label: backLabel }}
    >
      {now && result && <Conflict now={now} path={now.car ? path : back} />}
      {links && <DriveLink links={links} told={told} />}
      <CarForm
        shown={shown}
        path={path}
        vehicles={vehicles}
        drivers={drivers}
        isTrip={group.about.kind === 'trip'}
        confirming={confirming}
        over={now?.version}
        result={of(!isAway)}
      />
      {shown.car && (
        <Withdraw
          path={path}
          version={shown.version}
          over={now?.version}
          maxLength={shown.limits.place}
          result={of(isAway)}
        />
      )}
    </Page>
  )
}
