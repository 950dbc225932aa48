DROP INDEX `users_email`;--> statement-breakpoint
ALTER TABLE `users` ADD `email_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `users` ADD `pending_email` text;--> statement-breakpoint
ALTER TABLE `users` ADD `email_link_hash` text;--> statement-breakpoint
ALTER TABLE `users` ADD `email_link_expires_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_confirmed` ON `users` (`email_key`) WHERE email_confirmed_at > 0;--> statement-breakpoint
CREATE INDEX `users_email_link` ON `users` (`email_link_hash`);--> statement-breakpoint
ALTER TABLE `notices` ADD `email_to` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `device` text;--> statement-breakpoint
-- Addresses of before there were links go on receiving notices, and yield to whoever opens a link (docs/decisions/0031).
UPDATE `users` SET `email_confirmed_at` = 0 WHERE `closed_at` IS NULL;
