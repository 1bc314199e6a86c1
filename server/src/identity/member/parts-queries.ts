import { exportRowsAtOnce } from '../../platform/export/part.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { ExportedMember, ExportPart } from '../../platform/export/part.ts'

const profile: ExportPart = {
  name: 'profile',
  title: { ja: 'プロフィール', en: 'Profile' },
  about: { ja: '登録内容です。', en: 'What you registered.' },
  tables: ['members', 'member_handles'],
  fields: {
    userId: { ja: '会員ID', en: 'Member ID' },
    displayName: { ja: '表示名', en: 'Display name' },
    handle: { ja: 'ユーザー名', en: 'User name' },
    description: { ja: '自己紹介', en: 'About you' },
    birthday: { ja: '生年月日', en: 'Date of birth' },
    picture: { ja: '画像', en: 'Picture' },
    registeredAt: { ja: '登録日時', en: 'Registered', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select id as "userId", display_name as "displayName",
           (select handle from member_handles h where h.member_id = members.id and h.left_at is null) as handle, description, birthday::text as birthday, thumbnail as picture,
           created_at as "registeredAt" from members where id = ${id}`.cursor(exportRowsAtOnce),
}

const settings: ExportPart = {
  name: 'settings',
  title: { ja: '設定', en: 'Settings' },
  about: { ja: '言語、お知らせメール、サインインの方法です。', en: 'Language, newsletter and ways to sign in.' },
  tables: ['members'],
  fields: {
    language: { ja: '言語', en: 'Language', kind: 'code' },
    newsletter: { ja: 'お知らせメールを受け取る', en: 'Newsletter' },
    showsCollection: { ja: 'コレクションを公開', en: 'Shows the collection' },
    showsFollows: { ja: 'フォローを公開', en: 'Shows follows' },
    showsFavorites: { ja: 'お気に入りを公開', en: 'Shows favourites' },
    hasPassword: { ja: 'パスワードを設定済み', en: 'Has a password' },
  },
  read: (db, { id }) =>
    db`
    select locale as language, is_subscribed as newsletter, shows_collection as "showsCollection",
           shows_follows as "showsFollows", shows_favorites as "showsFavorites", password_hash is not null as "hasPassword"
      from members where id = ${id}`.cursor(exportRowsAtOnce),
}

const consent: ExportPart = {
  name: 'consent',
  title: { ja: '同意', en: 'Consent' },
  about: {
    ja: '同意した利用規約とプライバシーポリシーの版です。アクセス解析への同意は、この端末のブラウザだけに保存されています。',
    en: 'The terms and privacy policy you agreed to. Consent to analytics is kept in your browser only.',
  },
  tables: ['members', 'audit_rows'],
  fields: {
    what: { ja: '内容', en: 'What', kind: 'code' },
    version: { ja: '版', en: 'Version' },
    agreedAt: { ja: '同意日時', en: 'Agreed', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select 'terms and privacy policy' as what, version, at as "agreedAt" from (
      select terms_version as version, terms_agreed_at as at from members where id = ${id} and terms_agreed_at is not null
      union
      select details ->> 'version', at from audit_rows where subject = ${id} and act = 'terms.agreed') agreed
     order by at desc`.cursor(exportRowsAtOnce),
}

const emails: ExportPart = {
  name: 'emails',
  title: { ja: 'メールアドレス', en: 'E-mail addresses' },
  about: {
    ja: '登録中のアドレスと、変更のために確認したアドレスです。',
    en: 'Your address, and addresses you asked to confirm.',
  },
  tables: ['members', 'mail_codes'],
  fields: {
    email: { ja: 'アドレス', en: 'Address' },
    isCurrent: { ja: '登録中', en: 'In use' },
    purpose: { ja: '確認の目的', en: 'Confirmed for', kind: 'code' },
    requestedAt: { ja: '日時', en: 'Time', kind: 'time' },
    confirmedAt: { ja: '確認日時', en: 'Confirmed', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select email, true as "isCurrent", null as purpose, created_at as "requestedAt", null::timestamptz as "confirmedAt"
      from members where id = ${id} and email is not null
    union all
    select email, false, purpose, created_at, used_at from mail_codes where member_id = ${id}
     order by 2 desc, 4 desc`.cursor(exportRowsAtOnce),
}

const wallets: ExportPart = {
  name: 'wallets',
  title: { ja: 'ウォレット', en: 'Wallets' },
  about: { ja: '連携中のウォレットと、変更の記録です。', en: 'The linked wallet, and changes of it.' },
  tables: ['members', 'wallet_changes'],
  fields: {
    state: { ja: '状態', en: 'State', kind: 'code' },
    flowAddress: { ja: 'アドレス', en: 'Address' },
    earlierAddress: { ja: '変更前のアドレス', en: 'Earlier address' },
    kind: { ja: '方法', en: 'How', kind: 'code' },
    reason: { ja: '理由', en: 'Reason' },
    at: { ja: '日時', en: 'Time', kind: 'time' },
    endedAt: { ja: '終了日時', en: 'Ended', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select 'linked' as state, flow_address as "flowAddress", null as "earlierAddress", null as kind, null as reason,
           wallet_linked_at as at, null::timestamptz as "endedAt"
      from members where id = ${id} and flow_address is not null
    union all
    select state, new_address, old_address, kind, reason, requested_at, ended_at from wallet_changes where member_id = ${id}
     order by 6 desc`.cursor(exportRowsAtOnce),
}

const deletions: ExportPart = {
  name: 'deletions',
  title: { ja: '退会のお申し込み', en: 'Requests to be deleted' },
  about: { ja: '退会のお申し込みと、取り消しの記録です。', en: 'When you asked to be deleted, and cancelled it.' },
  tables: ['account_deletions'],
  fields: {
    state: { ja: '状態', en: 'State', kind: 'code' },
    reason: { ja: '理由', en: 'Reason' },
    requestedAt: { ja: '日時', en: 'Requested', kind: 'time' },
    dueAt: { ja: '削除予定日時', en: 'Due', kind: 'time' },
    endedAt: { ja: '終了日時', en: 'Ended', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select state, reason, requested_at as "requestedAt", due_at as "dueAt", ended_at as "endedAt"
      from account_deletions where member_id = ${id} order by requested_at desc`.cursor(exportRowsAtOnce),
}

const sessions: ExportPart = {
  name: 'sessions',
  title: { ja: 'ログインした端末', en: 'Devices' },
  about: {
    ja: 'ログインの記録です。終了したものは、しばらくして削除されます。',
    en: 'Where you signed in. Ended sessions are deleted after a while.',
  },
  tables: ['sessions'],
  fields: {
    device: { ja: 'ブラウザ', en: 'Browser' },
    signedInAt: { ja: 'ログイン日時', en: 'Signed in', kind: 'time' },
    lastUsedAt: { ja: '最後の利用', en: 'Last used', kind: 'time' },
    endedAt: { ja: '終了日時', en: 'Ended', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select (array_agg(user_agent order by created_at desc))[1] as device, min(created_at) as "signedInAt", max(last_used_at) as "lastUsedAt",
           case when bool_and(ended_at is not null or replaced_at is not null) then max(ended_at) end as "endedAt"
      from sessions where member_id = ${id} group by family_id order by 2 desc`.cursor(exportRowsAtOnce),
}

const services: ExportPart = {
  name: 'services',
  title: { ja: '連携サービス', en: 'Connected services' },
  about: {
    ja: '連携を許可したサービスです。解除したものは含まれません。',
    en: 'Services you allowed to read your data. Those you disconnected are not kept.',
  },
  tables: ['service_grants'],
  fields: {
    service: { ja: 'サービス', en: 'Service' },
    scopes: { ja: '許可した内容', en: 'What you allowed' },
    connectedAt: { ja: '連携日時', en: 'Connected', kind: 'time' },
    lastUsedAt: { ja: '最後の利用', en: 'Last used', kind: 'time' },
    expiresAt: { ja: '期限', en: 'Expires', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select c.name_ja as service, array_to_string(g.scopes, ' ') as scopes, g.connected_at as "connectedAt",
           g.used_at as "lastUsedAt", g.expires_at as "expiresAt"
      from service_grants g join service_clients c on c.id = g.client_id
     where g.member_id = ${id} order by g.connected_at desc`.cursor(exportRowsAtOnce),
}

const spending: ExportPart = {
  name: 'spending',
  title: { ja: '月ごとの利用額', en: 'Spending by month' },
  about: { ja: '未成年の方の上限を数えるための記録です。', en: 'Counted for the limit of minors.' },
  tables: ['member_spendings'],
  fields: { month: { ja: '月', en: 'Month' }, yen: { ja: '金額', en: 'Amount', kind: 'yen' } },
  read: (db, { id }) =>
    db`
    select to_char(month, 'YYYY-MM') as month, yen from member_spendings where member_id = ${id} order by 1 desc`.cursor(
      exportRowsAtOnce,
    ),
}

const history: ExportPart = {
  name: 'account-history',
  title: { ja: 'アカウントの履歴', en: 'History of the account' },
  about: {
    ja: 'パスワードの変更など、アカウントへの操作の記録です。',
    en: 'What was done to the account, such as a change of the password.',
  },
  tables: ['audit_rows'],
  fields: {
    act: { ja: '操作', en: 'Act', kind: 'code' },
    byYou: { ja: 'ご自身による操作', en: 'By you' },
    at: { ja: '日時', en: 'Time', kind: 'time' },
  },
  read: (db, { id }) =>
    db`
    select act, actor = ${id} as "byYou", at from audit_rows where subject = ${id} order by at desc, id desc`.cursor(
      exportRowsAtOnce,
    ),
}

/** What identity knows about a member. */
export const identityParts: readonly ExportPart[] = [
  profile,
  settings,
  consent,
  emails,
  wallets,
  deletions,
  sessions,
  services,
  spending,
  history,
]

/** What the parts of an export know a member by; undefined once the account is deleted. */
export const findExportedMember = async (db: Db, memberId: string): Promise<ExportedMember | undefined> => {
  const [row] = await db<ExportedMember[]>`
    select id, email, flow_address as "flowAddress", thumbnail from members where id = ${memberId} and deleted_at is null`
  return row
}
