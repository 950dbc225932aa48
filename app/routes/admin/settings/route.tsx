import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  isSwitch,
  NUMBER_SETTINGS,
  type NumberSetting,
  TEXT_SETTINGS,
  type TextSetting,
} from '#app/domain/settings.ts'
import { answerTable, openTable } from '#app/http/table-editor.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { EditForm, PreviewForm } from '#app/ui/admin/table-editor.tsx'
import { Tick } from '#app/ui/admin/tick.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Field, FieldSet } from '#app/ui/field.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { builtInNotices, settingsEditor } from './editor.server.ts'

export const handle: PageHandle = { title: 'admin:nav.settings', console: true }

export const loader = async (args: LoaderFunctionArgs) => ({
  draft: (await openTable(args, settingsEditor)).draft,
  builtIn: builtInNotices(),
})
export const action = (args: ActionFunctionArgs) => answerTable(args, settingsEditor)

const groups = [
  { group: 'fees', numbers: ['mailBasePrice', 'moveBasePrice', 'tripBalancePrice'], texts: [] },
  { group: 'rates', numbers: ['pointsPerPound', 'pointsEarnedPerPound'], texts: [] },
  { group: 'records', numbers: ['recordMonths'], texts: [] },
  { group: 'rides', numbers: ['rideSms', 'deadlineSms'], texts: [] },
  { group: 'contact', numbers: [], texts: ['contactName', 'contactLink'] },
  { group: 'home', numbers: [], texts: ['homeNoticeZh', 'homeNoticeEn'] },
  { group: 'trip', numbers: [], texts: ['tripNoticeZh', 'tripNoticeEn'] },
] as const satisfies { group: string; numbers: NumberSetting[]; texts: TextSetting[] }[]

/** Fees, rates, contact and notices: typed, previewed, then saved. */
export default function SettingsPage() {
  const t = useT()
  const { draft: opened, builtIn } = useLoaderData<typeof loader>()
  const draft = useActionData<typeof action>() ?? opened
  const { errors } = draft
  const values = draft.rows[0] ?? {}
  if (draft.step === 'preview')
    return (
      <Page
        width="text"
        title={t('admin:draft.previewTitle')}
        lead={t('admin:setting.previewLead')}
      >
        <PreviewForm
          draft={draft}
          nameOf={(name) => name}
          after={
            draft.shown && (
              <Banner tone="warn" title={t('admin:setting.worthTitle')}>
                {t('admin:setting.worth', draft.shown)}
              </Banner>
            )
          }
        />
      </Page>
    )
  const wrong = Object.entries(errors).map(([name, text]) => ({
    fieldId: name,
    text: `${t(`admin:setting.${name as NumberSetting | TextSetting}`)} · ${text}`,
  }))
  return (
    <Page width="text" title={t('admin:nav.settings')} lead={t('admin:setting.lead')}>
      <EditForm draft={draft} summary={wrong} preview={t('admin:draft.preview')}>
        <div className="flex flex-col gap-6">
          {groups.map(({ group, numbers, texts }) => (
            <FieldSet
              key={group}
              legend={t(`admin:setting.group.${group}`)}
              hint={t(`admin:setting.hint.${group}`)}
            >
              {numbers.map((name) =>
                isSwitch(name) ? (
                  <Tick
                    key={name}
                    name={name}
                    value="1"
                    label={t(`admin:setting.${name}`)}
                    defaultChecked={values[name] === '1'}
                  />
                ) : (
                  <NumberField key={name} name={name} value={values[name]} error={errors[name]} />
                ),
              )}
              {texts.map((name) => (
                <TextField
                  key={name}
                  name={name}
                  value={values[name]}
                  error={errors[name]}
                  builtIn={builtIn[name]}
                />
              ))}
            </FieldSet>
          ))}
        </div>
      </EditForm>
    </Page>
  )
}

type FieldProps<Name> = { name: Name; value: string | undefined; error: string | undefined }

function NumberField({ name, value, error }: FieldProps<NumberSetting>) {
  const t = useT()
  const isMoney = NUMBER_SETTINGS[name].charged
  return (
    <Field
      label={t(`admin:setting.${name}`)}
      prefix={isMoney ? '£' : undefined}
      errors={error ? [error] : undefined}
      input={{
        id: name,
        name,
        defaultValue: value,
        inputMode: isMoney ? 'decimal' : 'numeric',
        autoComplete: 'off',
        maxLength: 12,
      }}
    />
  )
}

function TextField({
  name,
  value,
  error,
  builtIn,
}: FieldProps<TextSetting> & { builtIn?: string | undefined }) {
  const t = useT()
  const { max } = TEXT_SETTINGS[name]
  const label = t(`admin:setting.${name}`)
  const input = { id: name, name, defaultValue: value, maxLength: max }
  if (name !== 'contactLink' && name !== 'contactName')
    return (
      <TextArea
        label={label}
        hint={t('admin:setting.builtInIs', { text: builtIn ?? '' })}
        error={error}
        input={{ ...input, rows: 3 }}
      />
    )
  return (
    <Field
      label={label}
      errors={error ? [error] : undefined}
      input={{ ...input, type: name === 'contactLink' ? 'url' : 'text', autoComplete: 'off' }}
    />
  )
}
