import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { Tick } from '#app/console/ui/tick.tsx'
import { FLEET } from '#app/features/ride/dispatch-schema.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { readForm, refuseForm } from '#app/web/http/form.server.ts'
import { SubmitButton } from '#app/web/ui/button.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { DateTimeField, Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { control, formOf } from '#app/web/ui/form-state.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { FLEET_KINDS, type FleetKind } from './kinds.server.ts'

type Data = Awaited<ReturnType<typeof loader>>

export const handle: PageHandle<Data | undefined> = {
  title: (t, data) => t(`admin:fleet.${data?.kind ?? 'vehicle'}.title`),
  console: true,
}

const ACCESS = { scope: 'dispatch' } as const
const LIST = '/admin/fleet'
const NEW = 'new'

const kindOf = (request: Request): FleetKind =>
  new URL(request.url).pathname.includes('/drivers/') ? 'driver' : 'vehicle'

/** A vehicle or a driver, as text by field name. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, ACCESS)
  const kind = kindOf(request)
  const { blank, all } = FLEET_KINDS[kind]
  const isNew = params.id === NEW
  const rows = isNew ? [] : await all(context)
  const found = isNew ? blank() : rows.find(({ id }) => id === params.id)
  if (!found) throw new Response(null, { status: 404 })
  const { id, archived, ...fields } = found
  const values: Record<string, string> = Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  )
  return { kind, id, archived, values, isNew, limits: FLEET }
}

/** The form carries a new one's id, so that a double tap adds only one. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { id: by } = await requireAdmin(context, request, ACCESS)
  const form = await request.formData()
  const { schema, save } = FLEET_KINDS[kindOf(request)]
  const read = readForm(context, form, schema)
  if (!read.ok) return refuseForm(context, form, read.error)
  const id = params.id === NEW ? String(form.get('id')) : (params.id ?? '')
  const saved = await save(context, by, id, read.value)
  if (!saved.ok) throw new Response(null, { status: 404 })
  return redirectWithFlash(context, LIST, { key: 'admin:fleet.saved' })
}

const FIELDS = {
  vehicle: [
    'plate',
    'make',
    'colour',
    'seats',
    'bigCases',
    'smallCases',
    'licenceNo',
    'licenceUntil',
  ],
  driver: ['name', 'phone', 'badgeNo', 'badgeUntil', 'languages'],
} as const satisfies Record<FleetKind, string[]>

/** The input of a field that is not a text of the usual length. */
const inputOf = (name: string, { plate, text, seats, cases }: Data['limits']) => {
  if (name === 'plate') return { maxLength: plate }
  if (name === 'phone') return { type: 'tel' }
  if (name === 'seats') return { type: 'number', ...seats }
  return name.endsWith('Cases') ? { type: 'number', ...cases } : { maxLength: text }
}

export default function FleetItem() {
  const t = useT()
  const { kind, id, archived, values, isNew, limits } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result ?? null
  const { form, fields, errors } = formOf(kind, values, result)
  const sent = result?.sent.some(([name]) => name === 'archived')
  return (
    <Page
      width="text"
      title={t(`admin:fleet.${kind}.${isNew ? 'add' : 'title'}`)}
      back={{ to: LIST, label: t('admin:fleet.title') }}
    >
      <Form method="post" {...form} className="flex flex-col gap-4">
        <FormErrors errors={errors} />
        <input type="hidden" name="id" value={id} />
        {FIELDS[kind].map((name) => {
          const field = fields[name]
          if (!field) return null
          const optional = name === 'languages'
          const frame = { label: t(`admin:fleet.${name}`), errors: field.errors, optional }
          const input = { ...control(field), required: !optional }
          return name.endsWith('Until') ? (
            <DateTimeField key={name} kind="date" {...frame} input={input} />
          ) : (
            <Field key={name} {...frame} input={{ ...input, ...inputOf(name, limits) }} />
          )
        })}
        {!isNew && (
          <Tick
            name="archived"
            value="on"
            label={t('admin:fleet.archive')}
            defaultChecked={result ? Boolean(sent) : archived}
          />
        )}
        <SubmitButton>{t('admin:fleet.save')}</SubmitButton>
      </Form>
    </Page>
  )
}
