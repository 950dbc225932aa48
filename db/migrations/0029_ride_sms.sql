ALTER TABLE `notices` ADD `sms_state` text;--> statement-breakpoint
ALTER TABLE `notices` ADD `sms_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `notices` ADD `sms_at` integer;--> statement-breakpoint
CREATE INDEX `notices_sms` ON `notices` (`sms_at`) WHERE sms_at IS NOT NULL;