ALTER TABLE `airports` ADD `clearing_minutes` integer DEFAULT 45 NOT NULL;--> statement-breakpoint
ALTER TABLE `airports` ADD `meeting_points` text DEFAULT '[]' NOT NULL;