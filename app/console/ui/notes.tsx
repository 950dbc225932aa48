import { useLocation } from '@remix-run/react'
import type { Note } from '#app/console/service/notes.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { NOTE_LETTERS } from '#app/kernel/limits.ts'
import { Button } from '#app/web/ui/button.tsx'
import { DateTimeField, Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { More } from './more.tsx'

type NotesProps = {
  subjectId: string
  notes: Note[]
  /** The id of the note that the form writes. */
  newId: string
  name?: string
  isClosed?: boolean
}

/** What administrators noted about something, and a form for one more. */
export function Notes({ subjectId, notes, newId, name, isClosed }: NotesProps) {
  const t = useT()
  const format = useFormat()
  const { pathname } = useLocation()
  const own = (field: string) => `note-${field}-${subjectId}`
  return (
    <div className="flex flex-col gap-2">
      {notes.map(({ id, text, at, by, tellOn, subjectId: about }) => (
        <div key={id} className="rounded-md bg-ground p-3 text-14">
          <p className="wrap-anywhere">{text}</p>
          <p className="figures text-13 text-muted">
            {t('admin:note.by', { time: format.dateTime(at), by: by ?? '–' })}
          </p>
          {tellOn && (
            <Form method="post" action="/admin/notes" className="flex flex-wrap items-center gap-3">
              <span>{t('admin:note.due', { day: format.day(tellOn) })}</span>
              <input type="hidden" name="back" value={pathname} />
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="subjectId" value={about} />
              <Button type="submit" name="intent" value="done" variant="secondary" small>
                {t('admin:note.done')}
              </Button>
            </Form>
          )}
        </div>
      ))}
      {!isClosed && (
        <More label={t('admin:note.add')} about={name}>
          <Form
            method="post"
            action="/admin/notes"
            className="flex flex-col items-start gap-3 py-2"
          >
            <input type="hidden" name="back" value={pathname} />
            <input type="hidden" name="id" value={newId} />
            <input type="hidden" name="subjectId" value={subjectId} />
            <Field
              label={t('admin:note.text')}
              hint={t('admin:note.hint', { max: NOTE_LETTERS })}
              className="w-full"
              input={{ id: own('text'), name: 'text', maxLength: NOTE_LETTERS, required: true }}
            />
            <DateTimeField
              kind="date"
              label={t('admin:note.tellOn')}
              input={{ id: own('tellOn'), name: 'tellOn' }}
            />
            <Button type="submit" name="intent" value="add" variant="secondary">
              {t('admin:note.save')}
            </Button>
          </Form>
        </More>
      )}
    </div>
  )
}
