import { createContext, useContext } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { cx } from './cx.ts'
import { Icon, X } from './icon.tsx'
import { type Tone, toneIcon, toneText } from './tone.ts'

export type ToastMessage = { kind: 'success' | 'info' | 'error'; message: string }

const tones: Record<ToastMessage['kind'], Tone> = { success: 'ok', info: 'info', error: 'danger' }

const ToastContext = createContext<ToastMessage | null>(null)
/** Holds the message left by the previous page, for the page or the dialog over it. */
export const ToastProvider = ToastContext.Provider

/**
 * Where the message is shown and announced. Every page has one, and so does every dialog: anything
 * outside an open dialog is beneath it and unreachable. It leaves by itself (styles.css, `.toast`).
 */
export function Toast({ over }: { over: 'page' | 'dialog' }) {
  const t = useT()
  const toast = useContext(ToastContext)
  return (
    <div
      role="status"
      aria-label={t('common:toast.label')}
      className={cx(
        'toasts pointer-events-none fixed inset-x-0 z-50 flex justify-center px-4 print:hidden',
        // Positioned so as not to cover the dialog's title, cross and buttons. A form in steps may
        // be as tall as the screen, so there the message is at the end of the step.
        over === 'page' ? 'top-16' : 'top-1 stepped:absolute stepped:top-auto stepped:bottom-2',
      )}
    >
      {toast && <Message {...toast} />}
    </div>
  )
}

function Message({ kind, message }: ToastMessage) {
  const t = useT()
  const tone = tones[kind]
  return (
    <div className="toast pointer-events-auto flex max-w-page items-center gap-3 rounded-card border border-line bg-surface py-1 pr-1 pl-4 shadow-card">
      <Icon of={toneIcon[tone]} className={toneText[tone]} />
      <p className="py-2">{message}</p>
      <button
        type="button"
        data-dismiss
        className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted hover:bg-ground"
      >
        <Icon of={X} />
        <span className="for-ears">{t('common:toast.dismiss')}</span>
      </button>
    </div>
  )
}
