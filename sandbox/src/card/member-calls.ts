import { checkSite, findMember, readMemberId, refuseAny, type Call, type Form } from './call.ts'
import { CardRefusal } from './refusals.ts'

const readName = ({ MemberName = '' }: Form) => {
  refuseAny([['E01430012', Buffer.byteLength(MemberName) > 255]])
  return MemberName
}

/** Opens a member under the shop's own id. */
export const saveMember: Call = async (context, form) => {
  checkSite(context, form)
  const id = readMemberId(form)
  const name = readName(form)
  if (context.members.find(id)) throw new CardRefusal('E01390010')
  await context.members.save({ id, name, cards: [], isDeleted: false })
  return { MemberID: id }
}

/** Gives a member another name. */
export const updateMember: Call = async (context, form) => {
  const member = await context.members.save({ ...findMember(context, form), name: readName(form) })
  return { MemberID: member.id }
}

/** Takes a member away with all cards. */
export const deleteMember: Call = async (context, form) => {
  const member = findMember(context, form)
  await context.members.save({ ...member, cards: [], isDeleted: true })
  return { MemberID: member.id }
}

/** Tells whether there is such a member. */
export const searchMember: Call = async (context, form) => {
  const member = findMember(context, form)
  await context.members.settled()
  return { MemberID: member.id, MemberName: member.name, DeleteFlag: '0' }
}
