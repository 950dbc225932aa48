import { useHref } from '@remix-run/react'
import { DESCRIPTION_CONTENT_MAX, DESCRIPTION_TITLE_MAX } from '#app/domain/description.ts'
import { useT } from '#app/i18n/context.tsx'
import { htmlLang, languages } from '#app/i18n/languages.ts'
import { itemName, RowButton, type Texts } from '#app/ui/admin/table-editor.tsx'
import { Field, FieldSet } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

type PointProps = {
  service: string
  row: Texts
  at: number
  count: number
  errors: Texts
}

/**
 * One point with both languages side by side (stacked on phones), and the buttons that move or
 * remove it.
 */
export function PointFields({ service, row, at, count, errors }: PointProps) {
  const t = useT()
  const page = useHref(`/admin/texts?service=${service}`)
  const name = t('admin:text.point', { at: at + 1 })
  const control = (field: string) => {
    const id = itemName(field, at)
    return { error: errors[id], input: { id, name: id, defaultValue: row[field] ?? '' } }
  }
  const button = (intent: string, label: string, to: number) => (
    <RowButton intent={intent} at={at} to={`${page}#point-${to}`} label={label} row={name} />
  )
  return (
    <div id={`point-${at}`} className="scroll-mt-4">
      <FieldSet legend={name}>
        <input type="hidden" name={itemName('id', at)} value={row.id ?? ''} />
        <div className="grid gap-4 lg:grid-cols-2">
          {languages.map((lang) => {
            const [title, content] = [control(`${lang}.title`), control(`${lang}.content`)]
            return (
              <div key={lang} className="flex min-w-0 flex-col gap-4">
                <Field
                  label={t(`admin:text.${lang}.title`)}
                  errors={title.error ? [title.error] : undefined}
                  input={{
                    ...title.input,
                    lang: htmlLang[lang],
                    maxLength: DESCRIPTION_TITLE_MAX,
                    autoComplete: 'off',
                  }}
                />
                <TextArea
                  label={t(`admin:text.${lang}.content`)}
                  error={content.error}
                  input={{
                    ...content.input,
                    lang: htmlLang[lang],
                    maxLength: DESCRIPTION_CONTENT_MAX,
                  }}
                />
              </div>
            )
          })}
        </div>
        <p className="flex flex-wrap gap-2">
          {at > 0 && button('up', t('admin:text.up'), at - 1)}
          {at < count - 1 && button('down', t('admin:text.down'), at + 1)}
          {button('remove', t('admin:text.remove'), Math.max(0, at - 1))}
        </p>
      </FieldSet>
    </div>
  )
}
