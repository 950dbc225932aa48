import type { LucideIcon } from 'lucide-react'

// The only set of icons. Named imports, so that only the icons in use are sent.
export {
  ArrowLeft,
  ArrowRight,
  Ban,
  Bell,
  Calendar,
  CalendarPlus,
  Car,
  Check,
  ChevronDown,
  CircleAlert,
  CircleCheck,
  CircleX,
  Clock,
  Copy,
  CreditCard,
  Hourglass,
  House,
  Info,
  Languages,
  LoaderCircle,
  Lock,
  LogOut,
  Luggage,
  MapPin,
  Package,
  Plus,
  Search,
  Share2,
  Tag,
  TriangleAlert,
  Truck,
  Undo2,
  User,
  Users,
  Warehouse,
  X,
} from 'lucide-react'

export type IconType = LucideIcon

/** An icon beside its word: hidden from screen readers and pointers. Size in px. */
export function Icon({
  of: Shape,
  size = 20,
  className,
}: {
  of: IconType
  size?: number
  className?: string
}) {
  return (
    <Shape
      size={size}
      strokeWidth={1.75}
      aria-hidden
      focusable={false}
      className={`shrink-0 ${className ?? ''}`}
    />
  )
}
