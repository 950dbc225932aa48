import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { earliestDeparture } from '#app/domain/carpool/check.ts'
import { FOR_WISHES_SEATS } from '#app/domain/limits.ts'
import { londonWall } from '#app/domain/time.ts'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm, refuseForm } from '#app/http/form.server.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { carForWishesSchema } from '#app/schemas/admin-wishes.server.ts'
import {
  type CarForWishes,
  openForWishes,
  readForWishes,
} from '#app/services/wishes/open-car.server.ts'
import { NothingHere } from '#app/ui/admin/kit.tsx'
import { WishCars } from '#app/ui/admin/wish-cars.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary, FormErrors, summaryOf } from '#app/ui/error-summary.tsx'
import { DateTimeField, Field, SelectField } from '#app/ui/field.tsx'
import { Page, Section } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { control, type FormResult, useForm } from '#app/ui/use-form.ts'
import { partOfDay, timesOf } from '#app/ui/wish/words.ts'

export const handle: PageHandle = { title: 'admin:wishes.open.title', console: true }

const ACCESS = { scope: 'groups' } as const

/** What is wished for in a part of a day, and the car to open for it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, ACCESS)
  const asked = await readForWishes(context, params.slot ?? '')
  if (!asked) throw new Response(null, { status: 404 })
  const { suggested, terminals, cars } = asked
  const values = {
    carpoolDatetime: suggested ? londonWall(suggested.carpoolAt) : '',
    maxPassengers: String(suggested?.maxPassengers ?? FOR_WISHES_SEATS.max),
    terminal: terminals[0] ?? '',
  }
  const from = londonWall(earliestDeparture(context.clock.now()))
  return { asked, values, seen: cars.length, from }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { id: by } = await requireAdmin(context, request, ACCESS)
  const slot = params.slot ?? ''
  const form = await request.formData()
  const read = readForm(context, form, carForWishesSchema({ now: context.clock.now() }))
  if (!read.ok) return refuseForm(context, form, read.error)
  const { carpoolDatetime: carpoolAt, ...car } = read.value
  const opened = await openForWishes(context, { by, slot, carpoolAt, ...car })
  if (!opened.ok) return refuseForm(context, form, opened.error)
  const { carpoolId } = opened.value
  return redirectWithFlash(context, `/admin/carpools/${carpoolId}`, {
    kind: 'success',
    key: 'admin:wishes.open.done',
  })
}

export default function OpenForWishes() {
  const t = useT()
  const language = useLanguage()
  const { asked, values, seen, from } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result ?? null
  return (
    <Page
      width="text"
      title={t('admin:wishes.open.title')}
      lead={partOfDay(t, language, asked)}
      back={{ to: '/admin/wishes', label: t('admin:wishes.title') }}
    >
      {asked.cars.length > 0 && (
        <Section id="cars" title={t('admin:wishes.open.cars')}>
          <WishCars cars={asked.cars} />
        </Section>
      )}
      <Wishers of={asked} />
      <Section id="car" title={t('admin:wishes.open.car')}>
        <p className="text-muted">{t('admin:wishes.open.lead')}</p>
        <CarForm {...{ asked, values, seen, from, result }} />
      </Section>
    </Page>
  )
}

/** The wishes in the order in which they get offers; nobody by name. */
function Wishers({ of: { wishers } }: { of: CarForWishes }) {
  const t = useT()
  const format = useFormat()
  return (
    <Section id="wishers" title={t('admin:wishes.open.wishers')}>
      {wishers.length === 0 && <NothingHere>{t('admin:wishes.open.nobody')}</NothingHere>}
      {wishers.length > 0 && (
        <ol className="divide-y divide-line rounded-card border border-line bg-surface">
          {wishers.map((wisher) => (
            <li key={wisher.rank} className="figures flex flex-wrap justify-between gap-x-4 p-4">
              <span>
                {t('admin:wishes.open.wisher', { n: wisher.rank, times: timesOf(t, wisher) })}
              </span>
              <span>
                {t('admin:wishes.open.party', {
                  count: wisher.people,
                  big: wisher.bigLuggage,
                  small: wisher.smallLuggage,
                })}
              </span>
              <span className="w-full text-13 text-muted">
                {t('admin:wishes.open.since', { time: format.dateTime(wisher.createdAt) })}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

type Values = { carpoolDatetime: string; maxPassengers: string; terminal: string }
type CarFormProps = {
  asked: CarForWishes
  values: Values
  seen: number
  from: string
  result: FormResult | null
}

function CarForm({ asked, values, seen, from, result }: CarFormProps) {
  const t = useT()
  const format = useFormat()
  const { form, fields, errors } = useForm('wish-car', values, result)
  const { min, max } = FOR_WISHES_SEATS
  const labels = {
    carpoolDatetime: t('carpool:form.carpoolTime'),
    maxPassengers: t('carpool:form.maxPassengers'),
    terminal: t('carpool:form.terminal'),
  }
  const names = ['carpoolDatetime', 'maxPassengers', 'terminal'] as const
  return (
    <Form method="post" {...form} className="flex flex-col gap-4">
      <FormErrors errors={errors} title={t('admin:wishes.open.not')} />
      <ErrorSummary items={summaryOf(names.map((name) => [fields[name], labels[name]]))} />
      <input type="hidden" name="seen" value={seen} />
      <DateTimeField
        label={labels.carpoolDatetime}
        errors={fields.carpoolDatetime.errors}
        input={{ ...control(fields.carpoolDatetime), required: true, min: from }}
      />
      <Field
        label={labels.maxPassengers}
        hint={t('admin:wishes.open.seatsHint', { min, max })}
        errors={fields.maxPassengers.errors}
        input={{ ...control(fields.maxPassengers), type: 'number', required: true, min, max }}
      />
      <SelectField
        label={labels.terminal}
        hint={t('admin:wishes.open.terminalHint')}
        errors={fields.terminal.errors}
        options={asked.terminals.map((value) => ({ value, label: format.terminal(value) }))}
        input={{ ...control(fields.terminal), required: true }}
      />
      <SubmitButton>{t('admin:wishes.open.submit')}</SubmitButton>
    </Form>
  )
}
