import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { CLEARING_MS } from '#app/domain/limits.ts'
import { fail, type Result } from '#app/domain/result.ts'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm, refuseForm } from '#app/http/form.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { formatOf } from '#app/i18n/format.ts'
import { kindOf, requireGroup } from '#app/routes/admin/kind.server.ts'
import { carFormSchema, FLEET } from '#app/schemas/dispatch.server.ts'
import { newRideId } from '#app/services/admin/fleet.server.ts'
import type { GroupView } from '#app/services/admin/groups.server.ts'
import type { AppContext } from '#app/services/context.server.ts'
import { groupPath, useGroupName } from '#app/ui/admin/group-words.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { DriveLink } from './drive-link.tsx'
import { CarForm, Withdraw } from './form.tsx'

export const handle: PageHandle = { title: 'admin:car.title', console: true }

const ACCESS = { scope: 'dispatch' } as const
const NEW = 'new'
type CarId = `ride_${string}`
const isCarId = (id: string): id is CarId => /^ride_[0-9a-z]{3,32}$/.test(id)

/** When a group can be met: once the last passengers who fly in have their luggage. */
function meetingTime({ about, at, places }: GroupView): number {
  if (about.kind === 'trip' || about.tripType === 'DROPOFF') return at
  const landings = places.flatMap(({ seat, party }) => (seat === 'taken' ? party.flightTime : []))
  return Math.max(at, ...landings.map((landing) => (landing ?? at) + CLEARING_MS))
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { id: by } = await requireAdmin(context, request, ACCESS)
  const group = await requireGroup(context, by, kindOf(request), params.groupId)
  const { vehicles, drivers } = await context.admin.fleet.all()
  const isNew = params.carId === NEW
  const car = group.ride.cars.find(({ id }) => id === params.carId)
  if (!isNew && !car) throw new Response(null, { status: 404 })
  const taken = group.places.filter(({ seat }) => seat === 'taken')
  const others = group.ride.cars.filter(({ id }) => id !== car?.id)
  const { wall } = formatOf(context.t)
  return {
    group,
    car: {
      id: car?.id ?? newRideId(),
      vehicleId: car?.vehicle.id ?? '',
      driverId: car?.driver.id ?? '',
      meetingPoint: car?.meetingPoint ?? '',
      meetAt: wall(car?.meetAt ?? meetingTime(group)),
      note: car?.note ?? '',
    },
    isNew,
    people: taken.map(({ participantId: id, person, party }) => ({
      id,
      name: person?.name ?? '',
      people: party.people,
      isIn: car
        ? car.places === null || car.places.includes(id)
        : !others.some(({ places }) => places?.includes(id)),
    })),
    vehicles: vehicles.filter(({ archived }) => !archived),
    drivers: drivers.filter(({ archived }) => !archived),
    limits: FLEET,
    links: car && (await context.drive()).links(group.id, car),
  }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { id: by } = await requireAdmin(context, request, ACCESS)
  const kind = kindOf(request)
  const group = await requireGroup(context, by, kind, params.groupId)
  const form = await request.formData()
  const carId = params.carId === NEW ? String(form.get('id')) : (params.carId ?? '')
  if (!isCarId(carId)) throw new Response(null, { status: 404 })
  const isAway = form.get('intent') === 'withdraw'
  const done = isAway ? withdraw() : assign()
  const said = await done
  if ('refused' in said) return said.refused
  if (!said.result.ok) return refuseForm(context, form, said.result.error)
  const key = isAway ? 'admin:car.withdrawn' : 'admin:car.saved'
  return redirectWithFlash(context, groupPath(group), { kind: 'success', key })

  async function withdraw() {
    const reason = String(form.get('reason') ?? '').trim() || null
    const command = { carId: carId as CarId, seen: Number(form.get('seen')), reason, by }
    return { result: await context.admin.groups.unassignCar(kind, group.id, command) }
  }
  async function assign() {
    const read = readForm(context, form, carFormSchema)
    if (!read.ok) return { refused: refuseForm(context, form, read.error) }
    const { vehicleId, driverId, reason, places, isConfirmed, seen, ...meeting } = read.value
    const crew = await context.admin.fleet.crew(vehicleId, driverId)
    if (!crew.ok) return { result: crew }
    const busy = await busyWith(context, group, { ...crew.value.driver, ...meeting })
    if (busy && !isConfirmed) return { result: busy }
    const chosen = kind === 'trip' ? places : null
    const car = { id: carId as CarId, ...crew.value, ...meeting, places: chosen }
    const command = { car, seen, reason: reason || null, isConfirmed, by }
    return { result: await context.admin.groups.assignCar(kind, group.id, command) }
  }
}

type Meeting = { id: `drv_${string}`; meetAt: number }

/** Why a driver may not make it; null: no other ride is known. */
async function busyWith(
  { admin }: AppContext,
  group: GroupView,
  { id, meetAt }: Meeting,
): Promise<Result<never> | null> {
  return (await admin.fleet.isBusy(id, group.id, meetAt)) ? fail('driverBusy') : null
}

/** Which vehicle and driver take a group, where and when they meet it. */
export default function CarPage() {
  const t = useT()
  const format = useFormat()
  const nameOf = useGroupName()
  const { group, isNew, links, ...rest } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result ?? null
  const backLabel = t(`admin:group.one.${group.about.kind}`, { day: format.date(group.at) })
  return (
    <Page
      width="text"
      title={t(isNew ? 'admin:car.assign' : 'admin:car.title')}
      lead={`${nameOf(group)} ${format.dateTime(group.at)}`}
      back={{ to: groupPath(group), label: backLabel }}
    >
      {links && <DriveLink links={links} />}
      <CarForm
        {...rest}
        isNew={isNew}
        isTrip={group.about.kind === 'trip'}
        seen={group.ride.version}
        result={result}
      />
      {!isNew && <Withdraw seen={group.ride.version} />}
    </Page>
  )
}
