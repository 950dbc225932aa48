import { REFUND_WORKING_DAYS } from '#app/kernel/limits.ts'
import type { Item } from './service-descriptions.ts'

/** The texts a student reads before ordering mail, in this order. */
export const mailDescriptions: Item[] = [
  {
    key: 'how',
    zh: {
      title: '怎么寄',
      content:
        '填好两边地址、箱数、物流公司和取件日期，付清基础费。我们在那天上门取件、称重，告诉你运费，付清运费就寄出。',
    },
    en: {
      title: 'How it works',
      content:
        'Enter both addresses, the number of boxes, the carrier and the collection date, and pay the base price. We collect on that day, weigh your boxes and tell you the postage; once it’s paid they’re sent.',
    },
  },
  {
    key: 'base',
    zh: {
      title: '基础费',
      content:
        '基础费包含安排订单和上门取件，下单时用银行卡付，金额在付款前会写清楚。运费和买箱子的钱不在里面。',
    },
    en: {
      title: 'Base price',
      content:
        'The base price covers arranging your order and collecting it from your door. You pay it by card when you order, and see the amount before you pay. Postage and boxes bought from us aren’t part of it.',
    },
  },
  {
    key: 'postage',
    zh: {
      title: '运费',
      content:
        '每箱按称出来的重量算运费，以人民币计，重量在两档之间按重的那一档收，价格见运费价目表。下单前可以先估一下，最后以称重为准。称完重客服告诉你总数和付款方式，买箱子的钱一起付。',
    },
    en: {
      title: 'Postage',
      content:
        'Each box is charged by its weight, in yuan; a weight between two lines of the postage table is charged as the heavier one. You can estimate it before you order, but the scales decide. Customer service tells you the total and how to pay once your boxes are weighed; boxes bought from us are paid for at the same time.',
    },
  },
  {
    key: 'packing',
    zh: {
      title: '箱子和打包',
      content:
        '没有箱子可以向我们买，选好数量和送箱日期，我们先送到你那里，取件不早于送箱那天。一个人装不过来，下单时可以选帮忙打包。易碎的东西请包好，并在箱子上写明。',
    },
    en: {
      title: 'Boxes and packing',
      content:
        'If you need boxes, buy them from us: choose how many and the day we bring them; collection is on that day or later. If packing is too much for one person, ask for help when you order. Wrap what can break, and write it on the box.',
    },
  },
  {
    key: 'forbidden',
    zh: {
      title: '不能寄的东西',
      content:
        '现金、银行卡和证件，充电宝和单独的电池，香水、喷雾和打火机，酒、烟和电子烟，肉、蛋、奶、水果等生鲜，处方药，还有收件地海关禁止的东西。拿不准先问客服。',
    },
    en: {
      title: 'What can’t be posted',
      content:
        'Cash, bank cards and identity documents; power banks and loose batteries; perfume, sprays and lighters; alcohol, tobacco and vapes; meat, eggs, dairy, fruit and other fresh food; prescription medicine; and whatever customs forbid at the other end. If you’re not sure, ask customer service first.',
    },
  },
  {
    key: 'changes',
    zh: {
      title: '修改和取消',
      content: `还没付款的订单可以自己取消，一直不付会自动删除。付款后要改或者取消，请联系客服。如果我们没能完成订单，基础费全额退回原卡，银行一般 1 到 ${REFUND_WORKING_DAYS} 个工作日显示。`,
    },
    en: {
      title: 'Changing and cancelling',
      content: `Until you’ve paid you can cancel an order yourself, and one that stays unpaid is deleted. To change or cancel a paid one, contact customer service. If we can’t complete it, you get the whole base price back on the card you paid with, usually within 1 to ${REFUND_WORKING_DAYS} working days.`,
    },
  },
  {
    key: 'privacy',
    zh: {
      title: '你的信息',
      content:
        '列表里别人只看到城市（海外只到国家）、邮编的前半段、箱数和日期，看不到你的姓名、电话和街道地址。',
    },
    en: {
      title: 'Your details',
      content:
        'In the list others see only the town (abroad the country), the first half of a UK postcode, the number of boxes and the date. Nobody else sees your name, phone number or street.',
    },
  },
]

/** The texts a student reads before ordering a move, in this order. */
export const moveDescriptions: Item[] = [
  {
    key: 'how',
    zh: {
      title: '怎么搬',
      content:
        '填好搬家路线、大概多少箱和搬家日期，付清基础费。客服联系你确认时间和搬运费，当天我们带车过去，把东西送到新住处。',
    },
    en: {
      title: 'How it works',
      content:
        'Say where you move from and to, roughly how many boxes and on which day, and pay the base price. Customer service agrees the time and the moving cost with you; on the day we come with a van and take your things to your new place.',
    },
  },
  {
    key: 'base',
    zh: {
      title: '基础费',
      content: '基础费包含安排订单和预留车辆，下单时用银行卡付，金额在付款前会写清楚。',
    },
    en: {
      title: 'Base price',
      content:
        'The base price covers arranging your move and keeping a van for it. You pay it by card when you order, and see the amount before you pay.',
    },
  },
  {
    key: 'cost',
    zh: {
      title: '搬运费',
      content:
        '搬运费看距离、箱数、楼层和要不要帮忙搬。客服在搬家前和你商定，商定后不变，除非东西比你填的多。',
    },
    en: {
      title: 'Moving cost',
      content:
        'The rest depends on the distance, the number of boxes, the floors and whether you want help with carrying. Customer service agrees it with you before the day, and it stays as agreed unless there is more to move than you said.',
    },
  },
  {
    key: 'carrying',
    zh: {
      title: '帮忙搬',
      content:
        '下单时选帮忙搬，我们上下楼一起搬。不选的话，我们只负责装车和运送，请在约好的时间把东西放到楼下。',
    },
    en: {
      title: 'Help with carrying',
      content:
        'Ask for help when you order and we carry up and down the stairs with you. Otherwise we load and drive: please have everything at street level at the agreed time.',
    },
  },
  {
    key: 'friend',
    zh: {
      title: '朋友代你到场',
      content:
        '搬家那天你不在，可以请朋友代你到场：填朋友的电话，我们和朋友联系。先和朋友说好，把钥匙交给对方。',
    },
    en: {
      title: 'A friend in your place',
      content:
        'If you can’t be there, a friend can be: give us their phone number and we get in touch with them. Ask your friend first, and leave them the key.',
    },
  },
  {
    key: 'prepare',
    zh: {
      title: '搬之前',
      content:
        '请先装好箱、封好口，易碎的包好并写明。现金、证件和贵重物品自己带着。易燃品、活的动物和没有清空的冰箱不能搬，大件家具请先告诉客服。',
    },
    en: {
      title: 'Before the day',
      content:
        'Have your boxes packed and closed, with what can break wrapped and marked. Carry cash, documents and valuables yourself. We can’t move anything flammable, animals, or a fridge that isn’t empty; tell customer service beforehand about large furniture.',
    },
  },
  {
    key: 'changes',
    zh: {
      title: '修改和取消',
      content: `还没付款的订单可以自己取消，一直不付会自动删除。付款后要改或者取消，请联系客服。如果我们没能完成订单，基础费全额退回原卡，银行一般 1 到 ${REFUND_WORKING_DAYS} 个工作日显示。`,
    },
    en: {
      title: 'Changing and cancelling',
      content: `Until you’ve paid you can cancel an order yourself, and one that stays unpaid is deleted. To change or cancel a paid one, contact customer service. If we can’t complete it, you get the whole base price back on the card you paid with, usually within 1 to ${REFUND_WORKING_DAYS} working days.`,
    },
  },
]
