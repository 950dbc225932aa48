import { useState } from 'react'
import { useT } from '../i18n/context.tsx'
import { Icon, X } from './icon.tsx'
import { type Tone, toneIcon, toneText } from './tone.ts'

export type ToastMessage = { kind: 'success' | 'info' | 'error'; message: string }

const tones: Record<ToastMessage['kind'], Tone> = { success: 'ok', info: 'info', error: 'danger' }

/**
 * The message that the page before left: read out, gone after ten seconds (SPEC section 9). Its
 * time stands still while it is pointed at or has the focus (styles.css, `.toast`).
 */
export function Toast({ toast }: { toast: ToastMessage | null }) {
  const t = useT()
  const [{ shown, count }, setShown] = useState({ shown: toast, count: 0 })
  // The page's data is read again by and by, without the message; it is not taken away by that.
  if (toast && toast !== shown) setShown({ shown: toast, count: count + 1 })
  const tone = tones[shown?.kind ?? 'info']
  return (
    <div
      role="status"
      aria-label={t('common:toast.label')}
      className="pointer-events-none fixed inset-x-0 top-16 z-50 flex justify-center px-4"
    >
      {shown && (
        <div
          key={count}
          className="toast pointer-events-auto flex max-w-text items-center gap-3 rounded-card border border-line bg-surface py-1 pr-1 pl-4 shadow-card"
        >
          <Icon of={toneIcon[tone]} className={toneText[tone]} />
          <p className="py-2">{shown.message}</p>
          <button
            type="button"
            data-dismiss
            className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-ground"
          >
            <Icon of={X} />
            <span className="for-ears">{t('common:toast.dismiss')}</span>
          </button>
        </div>
      )}
    </div>
  )
}
