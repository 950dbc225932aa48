import { CircleAlert, CircleCheck, Clock, type IconType, Info, TriangleAlert } from './icon.tsx'

/** The meaning of a message or a status; its colour is never the only sign of it. */
export type Tone = 'neutral' | 'brand' | 'ok' | 'info' | 'warn' | 'accent' | 'danger'

export const toneText: Record<Tone, string> = {
  neutral: 'text-muted',
  brand: 'text-brand',
  ok: 'text-ok',
  info: 'text-info',
  warn: 'text-warn',
  accent: 'text-accent',
  danger: 'text-danger',
}

export const toneSoft: Record<Tone, string> = {
  neutral: 'bg-ground border-line',
  brand: 'bg-brand-soft border-brand',
  ok: 'bg-ok-soft border-ok',
  info: 'bg-info-soft border-info',
  warn: 'bg-warn-soft border-warn',
  accent: 'bg-accent-soft border-accent',
  danger: 'bg-danger-soft border-danger',
}

export const toneIcon: Record<Tone, IconType> = {
  neutral: Info,
  brand: Info,
  ok: CircleCheck,
  info: Info,
  warn: TriangleAlert,
  accent: Clock,
  danger: CircleAlert,
}
