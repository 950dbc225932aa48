import {
  BALANCE_AFTER_COMPLETION_MS,
  DEPOSIT_PENCE,
  FLIGHT_WINDOW_MS,
  hours,
  REFUND_WORKING_DAYS,
  TRIP_BALANCE_BEFORE_START_MS,
} from '#app/kernel/limits.ts'
import { amountText } from '#app/kernel/money.ts'
import type { Item } from './service-descriptions.ts'

const DEPOSIT = `£${amountText(DEPOSIT_PENCE)}`
const inHours = (ms: number) => ms / hours(1)

/** What a student confirms before starting or joining a group trip, in this order. */
export const tripDescriptions: Item[] = [
  {
    key: 'how',
    zh: {
      title: '怎么组团',
      content:
        '发起的人定好去哪里、什么时候、最少和最多几个人，还有截止时间。到截止时间，付了押金的人够最少人数就成团，不够就不成团。名额满了暂时不能参加，有人退出会释放名额。',
    },
    en: {
      title: 'How it works',
      content:
        'Whoever starts a trip says where and when it goes, the minimum and maximum number of people, and the cutoff. If enough people have paid their deposit by the cutoff, the trip goes ahead; if not, it doesn’t. A full trip can’t be joined until somebody leaves.',
    },
  },
  {
    key: 'deposit',
    zh: {
      title: '押金',
      content: `发起或参加时从卡上付押金 ${DEPOSIT}，当场扣款。一次参加付一份，带几个人都一样。成团后押金算作团费的一部分，不再退。`,
    },
    en: {
      title: 'Deposit',
      content: `When you start or join a trip, a ${DEPOSIT} deposit is charged to your card at once. It’s one deposit however many people you bring. If the trip goes ahead it’s part of the price and isn’t refunded.`,
    },
  },
  {
    key: 'refund',
    zh: {
      title: '退出和退款',
      content: `截止时间之前可以自行退出，押金全额退回原卡。到截止时间人数不够，押金自动全额退回。银行一般 1 到 ${REFUND_WORKING_DAYS} 个工作日显示。截止之后不能自行退出，有特殊情况请联系客服。`,
    },
    en: {
      title: 'Leaving and refunds',
      content: `You can leave by yourself until the cutoff, and the whole deposit goes back to your card. If too few people are in by then, it goes back automatically. Banks usually show this within 1 to ${REFUND_WORKING_DAYS} working days. After the cutoff you can’t leave by yourself; if something comes up, contact customer service.`,
    },
  },
  {
    key: 'balance',
    zh: {
      title: '余款',
      content: `卡片上的价格是一个人一共要付的：押金加余款。成团后每个人再付一份余款，由邻帮统一定价。出发前 ${inHours(TRIP_BALANCE_BEFORE_START_MS)} 小时付清（成团晚的，成团后 ${inHours(BALANCE_AFTER_COMPLETION_MS)} 小时内），付了不退。逾期未付，你的名额会释放，押金不退，付清的人照常出发。有人付过以后，这个组团的价格就不再变。`,
    },
    en: {
      title: 'Balance',
      content: `The price on a trip’s card is all that one person pays: deposit and balance. Once the trip goes ahead, a balance is paid for each person; we set its price. Pay it by ${inHours(TRIP_BALANCE_BEFORE_START_MS)} hours before the start, or within ${inHours(BALANCE_AFTER_COMPLETION_MS)} hours of the trip being confirmed if that’s later; it isn’t refunded. If it isn’t paid by then, your place is released and the deposit isn’t refunded; those who have paid go as planned. Once somebody has paid, the price doesn’t change any more.`,
    },
  },
  {
    key: 'flights',
    zh: {
      title: '航班和航站楼',
      content: `从机场出发的组团，参加时要填航班时间和航站楼，方便同一批人碰面：你的航班要在第一个航班的前后 ${inHours(FLIGHT_WINDOW_MS)} 小时内。发起的人可以先不填。`,
    },
    en: {
      title: 'Flights and terminals',
      content: `When you join a trip that starts at the airport you give your flight time and terminal, so that people can meet: your flight has to be within ${inHours(FLIGHT_WINDOW_MS)} hours of the first one. Whoever starts the trip doesn’t have to give it yet.`,
    },
  },
  {
    key: 'privacy',
    zh: {
      title: '你的信息',
      content:
        '别人只看到组团的名字、时间、人数和审核过的行程说明，看不到你的姓名、电话、航班和地址。成团后由客服统一联系。要改信息或有问题，复制首页的客服微信号，在微信里添加。',
    },
    en: {
      title: 'Your details',
      content:
        'Others see only the trip’s name, its times, its details once we’ve approved them, and how many people are in. Nobody else sees your name, phone number, flight or address. Customer service gets in touch once the trip goes ahead. For changes or questions, copy their WeChat ID from the home page and add us on WeChat.',
    },
  },
]
